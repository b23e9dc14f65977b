/** The fields of a package in package-lock.json that we read. */
export interface LockedPackage {
  version?: string
  dev?: boolean
  optional?: boolean
  link?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

export type LockedPackages = Record<string, LockedPackage>

export interface MissingPackage {
  name: string
  version: string
  /** The key of the package that depends on it. */
  dependent: string
}

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const processors = ['arm', 'arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64']
const libraries: Record<string, string> = { gnu: 'glibc', musl: 'musl' }

/**
 * Optional packages missing from the lockfile. npm leaves out what its registry does not have, such as
 * packages for other platforms behind a mirror, and then `npm ci` refuses the lockfile.
 */
export function missingPackages(packages: LockedPackages): MissingPackage[] {
  return Object.entries(packages).flatMap(([dependent, { link, optionalDependencies }]) =>
    link
      ? []
      : Object.entries(optionalDependencies ?? {})
          .filter(([name]) => !isFound(packages, dependent, name))
          .map(([name, version]) => ({ name, version, dependent })),
  )
}

/** Whether Node would resolve the package from its dependent. */
function isFound(packages: LockedPackages, dependent: string, name: string): boolean {
  for (
    let folder = dependent;
    ;
    folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))
  ) {
    if (`${folder && `${folder}/`}node_modules/${name}` in packages) return true
    if (folder === '') return false
  }
}

/**
 * The packages with the missing ones added, in npm's order. Throws if a name does not contain its platform.
 */
export function completed(packages: LockedPackages): LockedPackages {
  const added = missingPackages(packages).map(({ name, version, dependent }): [string, LockedPackage] => {
    const dev = packages[dependent]?.dev
    return [`node_modules/${name}`, { version, ...platformOf(name), ...(dev && { dev }), optional: true }]
  })
  const entries = [...Object.entries(packages), ...added]
  return Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b, 'en')))
}

function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const words = name.replace(/^.*\//, '').split('-')
  const system = systems.find((each) => words.includes(each))
  const processor = processors.find((each) => words.includes(each))
  if (system === undefined || processor === undefined)
    throw new Error(`The name ${name} does not contain a platform.`)
  const library = Object.entries(libraries).find(([suffix]) =>
    words.some((word) => word.startsWith(suffix)),
  )?.[1]
  return { cpu: [processor], ...(system === 'linux' && library ? { libc: [library] } : {}), os: [system] }
}
