import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The release, the same as in package.json (checked by a test). */
export const version = '0.2.0'

function findRoot(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url))
  while (!fs.existsSync(path.join(folder, 'models'))) {
    const parent = path.dirname(folder)
    if (parent === folder) throw new Error('The folder `models` of the release is missing. Put it back.')
    folder = parent
  }
  return folder
}

const root = findRoot()

/**
 * How an operator runs one of the product's commands: with npm from the repository, otherwise with the
 * program of the release's archive.
 */
export function commandLine(command: 'start' | 'backup' | 'restore', ...args: string[]): string {
  if (fs.existsSync(path.join(root, 'scripts', 'start.mjs'))) {
    const script = command === 'start' ? 'npm start' : `npm run ${command}`
    return [script, ...(args.length > 0 ? ['--', ...args] : [])].join(' ')
  }
  const folder =
    path.basename(root) === 'program' ? path.dirname(root) : path.join(root, 'scripts', 'penmark.mjs')
  return ['node', folder, ...(command === 'start' ? [] : [command]), ...args].join(' ')
}

/** The released models with their cards. */
export const modelsFolder = path.join(root, 'models')

/** The file of a released model, named `standard` or `open`; anything else is the path of a file. */
export function modelFile(nameOrPath: string): string {
  const isReleased = nameOrPath === 'standard' || nameOrPath === 'open'
  return isReleased ? path.join(modelsFolder, `${nameOrPath}.penmark`) : path.resolve(nameOrPath)
}

/** The web's locale files, one folder per language. */
export const localesFolder = path.join(root, 'apps', 'web', 'public', 'locales')
export const webFolder = path.join(root, 'apps', 'web', 'dist')

/** Files that the build puts next to the bundled server. */
export function programsIn(folder: string): {
  extractChild: string
  extractSnapshot: string
  readerProcess: string
  detectorThread: string
  printChild: string
} {
  return {
    extractChild: path.join(folder, 'extract-child.cjs'),
    extractSnapshot: path.join(folder, 'extract-program.snapshot'),
    readerProcess: path.join(folder, 'reader-process.js'),
    detectorThread: path.join(folder, 'detector-thread.js'),
    printChild: path.join(folder, 'print-child.js'),
  }
}

const isBundled = !import.meta.url.endsWith('.ts')
/** Null when running from source. */
export const bundledPrograms = isBundled ? programsIn(path.dirname(fileURLToPath(import.meta.url))) : null
