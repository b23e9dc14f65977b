import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs, promisify } from 'node:util'
import { create } from 'tar'
import { root, run } from '../checks/run.ts'
import { writeBillOfMaterials } from './bill-of-materials.ts'
import { writeFullPages } from './full-pages.ts'
import { noticesFile, thirdPartyNotices } from './notices.ts'
import { thisPlatform } from './platform.ts'
import { readManifest, writeArchiveFolder, writeProgram } from './program.ts'

/**
 * `npm run release`: builds the product and writes into release/ everything that is published: an archive
 * that runs, the source, a bill of materials, the licences of the packages, the pages that are too long for
 * the repository, and checksums. `-- --program FOLDER` only writes the built product with its licences into
 * that folder, for the container image.
 */
const { values } = parseArgs({ options: { program: { type: 'string' } } })

async function build(): Promise<void> {
  const { code } = await run(['node', 'scripts/build.mjs'], { show: true })
  if (code !== 0) throw new Error('The product could not be built.')
}

/** The time of the commit, so that the same commit gives the same archive. */
async function commitTime(): Promise<Date> {
  const { stdout } = await promisify(execFile)('git', ['log', '-1', '--format=%cI'], { cwd: root })
  return new Date(stdout.trim())
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    entries
      .filter((each) => each.isFile())
      .map(async (each) => (await stat(join(each.parentPath, each.name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`

async function makeProgram(folder: string): Promise<void> {
  await writeProgram(folder)
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  await writeFile(
    join(folder, noticesFile),
    thirdPartyNotices(await writeBillOfMaterials(join(folder, 'penmark.cdx.json'))),
  )
}

async function makeRelease(folder: string): Promise<void> {
  const { name, version } = await readManifest()
  const full = `${name}-${version}`
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const notices = thirdPartyNotices(await writeBillOfMaterials(join(folder, `${full}.cdx.json`)))
  await writeFile(join(folder, noticesFile), notices)
  await writeFullPages(folder)

  // `tar xzf` and `node penmark` then belong together; npm ignores the name.
  const staged = join(folder, name)
  await writeArchiveFolder(staged, notices)
  const installed = await sizeOf(staged)
  const archive = join(folder, `${full}.tgz`)
  await create(
    { cwd: folder, file: archive, gzip: { level: 9 }, portable: true, mtime: await commitTime() },
    [name],
  )
  await rm(staged, { recursive: true })

  const source = join(folder, `${full}-source.tar.gz`)
  await promisify(execFile)(
    'git',
    ['archive', '--format=tar.gz', `--prefix=${full}-source/`, `--output=${source}`, 'HEAD'],
    { cwd: root },
  )

  const files = (await readdir(folder)).sort()
  const checksums = await Promise.all(
    files.map(async (file) => `${await checksumOf(join(folder, file))}  ${file}\n`),
  )
  await writeFile(join(folder, 'SHA256SUMS'), checksums.join(''))
  for (const file of files)
    process.stdout.write(`${file}  ${megabytes((await stat(join(folder, file))).size)}\n`)
  process.stdout.write(`Installed, for ${thisPlatform.os} ${thisPlatform.cpu}: ${megabytes(installed)}\n`)
}

await build()
if (values.program === undefined) await makeRelease(join(root, 'release'))
else await makeProgram(resolve(values.program))
