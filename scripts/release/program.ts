import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { root } from '../checks/run.ts'
import { bundleCommandLine } from './command-line.ts'
import { keptPackages } from './kept-packages.mjs'
import { noticesFile } from './notices.ts'
import { copyPackages } from './packages.ts'
import { type Platform, thisPlatform } from './platform.ts'

export interface Manifest {
  name: string
  version: string
  description: string
  license: string
  engines: Record<string, string>
}

export const readManifest = async (): Promise<Manifest> =>
  JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest

/** What the build leaves for the next one, and what the program makes itself for the Node that runs it. */
const leftOut = /\.map(?:\.br|\.gz)?$|\.built-from$|extract-program\.(?:cache|snapshot)$/

const copied = ['apps/server/dist', 'apps/web/dist', 'apps/web/public/locales', 'models']
const scripts = ['penmark.mjs', 'npm-shell.mjs', 'reader-cache.mjs']
const pages = ['README.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE']
/** Pages about the repository rather than the product. */
const pagesLeftOut = new Set(['asvs.md'])

const writeJson = (file: string, value: object) => writeFile(file, `${JSON.stringify(value, null, 2)}\n`)

/**
 * Writes the built product into `folder`, with the packages that it needs to run on this platform. Both parts
 * must have been built.
 */
export async function writeProgram(folder: string): Promise<void> {
  const { name, version } = await readManifest()
  await rm(folder, { recursive: true, force: true })
  for (const part of copied)
    await cp(join(root, part), join(folder, part), { recursive: true, filter: (file) => !leftOut.test(file) })
  for (const workspace of ['apps/server', 'packages/cli']) {
    await mkdir(join(folder, workspace), { recursive: true })
    await writeJson(join(folder, workspace, 'package.json'), { version, type: 'module' })
  }
  await bundleCommandLine(join(folder, 'packages/cli/dist'))
  await mkdir(join(folder, 'scripts'))
  for (const script of scripts) await cp(join(root, 'scripts', script), join(folder, 'scripts', script))
  await cp(
    join(root, 'packages/extract/fixtures/files/chromium-essay.pdf'),
    join(folder, 'scripts/sample.pdf'),
  )
  await copyPackages(keptPackages, folder, thisPlatform)
  await writeJson(join(folder, 'package.json'), { name, version, type: 'module', ...thisPlatform })
}

/**
 * Writes what the archive of a release holds into `folder`. npm takes it for one package without
 * dependencies: it neither looks into the packages inside the program nor fetches any.
 */
export async function writeArchiveFolder(folder: string, notices: string): Promise<void> {
  const { name, version, description, license, engines } = await readManifest()
  await writeProgram(join(folder, 'program'))
  const main = 'program/scripts/penmark.mjs'
  await chmod(join(folder, main), 0o755)
  await writeJson(join(folder, 'package.json'), {
    name,
    version,
    description,
    license,
    type: 'module',
    main,
    bin: { penmark: main },
    engines,
    ...forNpm(thisPlatform),
  })
  for (const page of pages) await cp(join(root, page), join(folder, page))
  await writeFile(join(folder, noticesFile), notices)
  await copyDocs(join(folder, 'docs'))
}

/** npm then refuses the archive on another system, with both names. */
const forNpm = ({ os, cpu }: Platform) => ({ os: [os], cpu: [cpu] })

async function copyDocs(folder: string): Promise<void> {
  await mkdir(folder)
  for (const entry of await readdir(join(root, 'docs'), { withFileTypes: true }))
    if (entry.isFile() && entry.name.endsWith('.md') && !pagesLeftOut.has(entry.name))
      await cp(join(root, 'docs', entry.name), join(folder, basename(entry.name)))
}
