/** The fields of a package in package-lock.json that the rules check. */
export interface Locked {
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  link?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  hasInstallScript?: boolean
}

export interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

export interface PackageFiles {
  packages: Readonly<Record<string, Locked>>
  /** Manifests of our workspaces, by path. */
  manifests: Readonly<Record<string, Manifest>>
  /** Install scripts that npm is allowed to run. */
  allowScripts: Readonly<Record<string, boolean>>
}

/** Accepted licences. MPL-2.0 applies to its own files only. */
const allowed = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Zlib',
]

/** Packages without a licence field, with the licence stated in their files. */
const licencesFromFiles: Record<string, string> = {
  busboy: 'MIT',
  'dejavu-fonts-ttf': 'Bitstream Vera, free to ship',
  dicer: 'MIT',
  'humanize-number': 'MIT',
  only: 'MIT',
  'png-js': 'MIT',
  streamsearch: 'MIT',
}

const nameOf = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Whether an SPDX expression is satisfied by the accepted licences. */
export function isAllowed(licence: string): boolean {
  const plain = licence.replaceAll(/[()]/g, '').trim()
  if (plain.includes(' OR ')) return plain.split(' OR ').some(isAllowed)
  return plain.split(' AND ').every((each) => allowed.includes(each.trim()))
}

function problemsOf(place: string, locked: Locked, allowScripts: PackageFiles['allowScripts']): string[] {
  const { version, resolved, integrity, license, optional, os, cpu, hasInstallScript } = locked
  const name = nameOf(place)
  // A platform-specific package that npm does not fetch here, so its checksum is unknown.
  const isForAnotherPlatform = optional === true && integrity === undefined && (os ?? cpu) !== undefined
  const licence = licencesFromFiles[name] ?? license ?? 'none'
  return [
    ...(version === undefined ? [`${name} has no version`] : []),
    ...(isForAnotherPlatform || integrity?.startsWith('sha512-') ? [] : [`${name} has no SHA-512 checksum`]),
    ...(resolved === undefined || resolved.startsWith('https://registry.npmjs.org/')
      ? []
      : [`${name} does not come from the npm registry`]),
    ...(hasInstallScript && allowScripts[name] !== false ? [`${name} has an install script`] : []),
    ...(isForAnotherPlatform || licencesFromFiles[name] !== undefined || isAllowed(licence)
      ? []
      : [`${name} is under ${licence}`]),
  ]
}

const isExact = (range: string) => /^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(range)

/** Problems with the dependencies, one sentence each. */
export function findPackageProblems({ packages, manifests, allowScripts }: PackageFiles): string[] {
  const ours = new Set(Object.entries(packages).flatMap(([place, { link }]) => (link ? [nameOf(place)] : [])))
  const ranges = Object.entries(manifests).flatMap(
    ([file, { dependencies, devDependencies, optionalDependencies }]) =>
      Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
        .filter(([name, range]) => !ours.has(name) && !isExact(range))
        .map(([name, range]) => `${file} depends on ${name} ${range}, which is not an exact version`),
  )
  const others = Object.entries(packages).filter(
    ([place, { link }]) => place.includes('node_modules/') && !link,
  )
  return [...ranges, ...others.flatMap(([place, locked]) => problemsOf(place, locked, allowScripts))]
}
