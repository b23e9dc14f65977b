import { execFile } from 'node:child_process'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { brotliCompressSync, constants } from 'node:zlib'
import { findPostgres } from '../../../apps/server/src/testing/postgres/find.ts'
import { startPostgres } from '../../../apps/server/src/testing/postgres/start.ts'
import { findChromium } from '../../e2e/browser/find.ts'
import { launchChromium } from '../../e2e/browser/launch.ts'
import { openProduct } from '../../e2e/product/product.ts'
import { filesKey } from '../releases.ts'
import { makeFirstObjects } from './first-objects.ts'
import { makeLaterObjects } from './later-objects.ts'
import { readAnswers } from './read-answers.ts'

/**
 * `npm run generate -- release-data --name 0.2.0 [--project FOLDER] [--first]`: makes the fixture of a
 * version with every kind of object, once on the embedded database and once on PostgreSQL with sealed files.
 * `--project` is a folder in which that version was installed, by default this one; `--first` leaves out what
 * 0.1.0 did not know.
 */
const { values } = parseArgs({
  options: {
    name: { type: 'string' },
    project: { type: 'string' },
    first: { type: 'boolean', default: false },
  },
})
const name = values.name
if (name === undefined || !/^[\w.-]+$/.test(name)) throw new Error('Name the version: --name 0.2.0')
const folder = join(import.meta.dirname, '../complete', name)
const project = values.project === undefined ? undefined : resolve(values.project)
const [binaries, chromiumPath] = [findPostgres(), findChromium()]
if (binaries === null || chromiumPath === null) throw new Error('Install PostgreSQL and Chromium first.')

const run = promisify(execFile)
const largest = { maxBuffer: 2 ** 30 }
const settings = {
  ALLOW_PRIVATE_TARGETS: 'true',
  DETECTOR_MODEL: 'open',
  FINISH_SECONDS: '0',
  SUPPORT_EMAIL: 'support@school.example',
  LOG_LEVEL: 'error',
}

async function store(file: string, content: Buffer): Promise<void> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  const packed = brotliCompressSync(content, { params })
  await writeFile(join(folder, `${file}.br`), packed)
  process.stdout.write(`${file}.br: ${Math.round(packed.length / 1_000)} kB\n`)
}

async function packFolder(dataDir: string, file: string): Promise<void> {
  const names = (await readdir(dataDir)).sort()
  const { stdout } = await run('tar', ['-c', '--sort=name', '-C', dataDir, ...names], {
    ...largest,
    encoding: 'buffer',
  })
  await store(file, stdout)
}

/** Makes everything, and leaves documents in the queue as a stop does. Returns the folder of the data. */
async function fill(
  environment: NodeJS.ProcessEnv,
  prefix: string,
): Promise<Awaited<ReturnType<typeof openProduct>>> {
  const product = await openProduct({ ...settings, ...environment }, project === undefined ? {} : { project })
  const chromium = await launchChromium(chromiumPath ?? '')
  try {
    const made = await makeFirstObjects(product.origin, chromium)
    if (!values.first) await makeLaterObjects(product.origin, made)
    const people = await readAnswers(made)
    const waiting = Array.from({ length: 12 }, (_, nth) => ({
      name: `waiting-${nth}.txt`,
      content: Buffer.from(`${'Waiting. '.repeat(9_000)}${nth}`),
    }))
    await made.teacher.upload('/documents/batch', 'files', waiting)
    await product.stop()
    await store(`${prefix}.people.json`, Buffer.from(JSON.stringify(people)))
    return product
  } catch (error) {
    process.stderr.write(`${product.output()}\n`)
    await product.remove()
    throw error
  } finally {
    await chromium.close()
  }
}

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const embedded = await fill({}, 'embedded')
await packFolder(embedded.dataDir, 'embedded.data.tar')
await embedded.remove()

const postgres = await startPostgres(binaries, { fsync: 'off' })
try {
  const url = await postgres.createDatabase('penmark')
  const served = await fill({ DATABASE_URL: url, FILES_KEY: filesKey }, 'postgresql')
  await packFolder(served.dataDir, 'postgresql.data.tar')
  await served.remove()
  const { stdout } = await run(
    join(binaries, 'pg_dump'),
    ['--inserts', '--no-owner', '--no-privileges', url],
    largest,
  )
  // Without the commands of psql, so that any client can run it.
  await store('postgresql.sql', Buffer.from(stdout.replaceAll(/^\\.*\n/gm, '')))
} finally {
  await postgres.stop()
}
