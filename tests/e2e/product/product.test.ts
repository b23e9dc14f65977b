import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { openProduct } from './product.ts'

const isBuilt = inject('chromium') !== null
const template = inject('dataTemplate')

/** A program that starts the product, prints where it is, and leaves it running. */
const program = `
  const { openProduct } = await import(${JSON.stringify(import.meta.resolve('./product.ts'))})
  const { origin, dataDir } = await openProduct({}, { template: ${JSON.stringify(template)} })
  process.stdout.write(JSON.stringify({ origin, dataDir }))
`

const answers = (origin: string) =>
  fetch(`${origin}/healthz`).then(
    () => true,
    () => false,
  )

test.runIf(isBuilt).each(['SIGTERM', 'SIGKILL'] as const)(
  'stops when the process that started it is ended by %s',
  async (signal) => {
    const tests = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [printed] = (await once(tests.stdout, 'data')) as [Buffer]
    const { origin, dataDir } = JSON.parse(printed.toString()) as { origin: string; dataDir: string }
    expect(await answers(origin)).toBe(true)

    tests.kill(signal)

    await expect.poll(() => answers(origin), { timeout: 60_000 }).toBe(false)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  },
)

test('is killed when its start is interrupted', async ({ onTestFinished }) => {
  const project = await mkdtemp(join(tmpdir(), 'penmark-interrupted-'))
  onTestFinished(() => rm(project, { recursive: true }))
  const begun = join(project, 'begun')
  await mkdir(join(project, 'scripts'))
  // A start that never becomes ready.
  await writeFile(
    join(project, 'scripts/start.mjs'),
    `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(begun)}, ''); setInterval(() => {}, 1_000)`,
  )
  const interruption = new AbortController()
  const started = openProduct({}, { project, signal: interruption.signal })
  const ended = expect(started).rejects.toThrow('The product ended with SIGKILL while it started.')
  await expect.poll(() => existsSync(begun), { timeout: 60_000 }).toBe(true)

  interruption.abort()

  await ended
})
