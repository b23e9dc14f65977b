import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../checks/run.ts'
import { isOtherVariant } from './other-variants.mjs'
import type { Platform } from './platform.ts'

export interface LockedPackage {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  os?: string[]
  cpu?: string[]
  libc?: string[]
}

/**
 * Where `dependent` finds the package: in its own folder, or in one above it. Null if npm did not lock it.
 */
function resolve(name: string, dependent: string, packages: Record<string, LockedPackage>): string | null {
  for (
    let folder = dependent;
    ;
    folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))
  ) {
    const path = `${folder && `${folder}/`}node_modules/${name}`
    if (path in packages) return path
    if (folder === '') return null
  }
}

const isFor = ({ os, cpu, libc }: LockedPackage, platform: Platform): boolean =>
  (os?.includes(platform.os) ?? true) &&
  (cpu?.includes(platform.cpu) ?? true) &&
  (libc?.includes('glibc') ?? true)

/** Folders of the named packages and of everything they depend on, as far as it runs on the platform. */
export function foldersOf(
  names: string[],
  packages: Record<string, LockedPackage>,
  platform: Platform,
): string[] {
  const found = new Set<string>()
  const add = (name: string, dependent: string): void => {
    const path = resolve(name, dependent, packages)
    const locked = path === null ? undefined : packages[path]
    if (path === null || locked === undefined || found.has(path) || !isFor(locked, platform)) return
    found.add(path)
    for (const needed of Object.keys({ ...locked.dependencies, ...locked.optionalDependencies }))
      add(needed, path)
  }
  for (const name of names) {
    if (resolve(name, '', packages) === null) throw new Error(`The lockfile has no ${name}.`)
    add(name, '')
  }
  return [...found].sort()
}

/** Files that nothing opens while the product runs. */
const unused = [
  /\.(?:map|d\.ts|d\.mts|d\.cts)$/,
  /\/onnxruntime-web\/(?:lib|docs)\//,
  /\/onnxruntime-node\/(?:lib|script)\//,
  /\/pdfkit\/(?:\.yarn\/|js\/pdfkit\.standalone\.js$)/,
  /\/dejavu-fonts-ttf\/\w+\.txt$/,
]

/** Whether the product, on this platform, may need a file of a package, by its path. */
export function isNeeded(file: string, platform: Platform): boolean {
  return !isOtherVariant(file, platform) && !unused.some((pattern) => pattern.test(file))
}

/**
 * Copies the packages that the product needs into `target`, without what only other platforms or developers
 * need.
 */
export async function copyPackages(names: string[], target: string, platform: Platform): Promise<void> {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  for (const folder of foldersOf(names, packages, platform)) {
    const own = join(root, folder)
    // Packages inside this one are copied by themselves, if they are needed.
    const filter = (file: string) =>
      !file.slice(own.length).includes('node_modules') && isNeeded(file, platform)
    await cp(own, join(target, folder), { recursive: true, filter })
  }
}
