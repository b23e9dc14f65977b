import { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { forkProgram } from '../../../../lib/fork-program.ts'
import { programsIn } from '../../../../lib/release.ts'
import { isRunning } from '../../../../services/system/system.ts'
import { createFaults } from '../../../../testing/faults/faults.ts'
import { createReader, type Reader, type ReaderRequest } from './reader.ts'

const { readerProcess, extractChild, extractSnapshot } = programsIn(inject('bundle'))
const essay = fileURLToPath(
  new URL('../../../../../../../packages/extract/fixtures/files/office-essay.docx', import.meta.url),
)
const options = { signal: new AbortController().signal, owner: 'ana' }
const waitOptions = { timeout: 120_000 }
const faults = createFaults()

let folder: string
let reader: Reader
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'penmark-reader-'))
})
afterEach(async () => {
  faults.clear()
  vi.restoreAllMocks()
  await reader.close()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const open = (childEntry = extractChild) => {
  const snapshot = childEntry === extractChild ? { extractSnapshot } : {}
  reader = createReader({
    jobsAtOnce: 1,
    keepOneReady: false,
    programs: { readerProcess, extractChild: childEntry, ...snapshot },
  })
  return reader
}

/** A child that writes its process id and then reads for ever. */
async function endlessChild(): Promise<{ childEntry: string; pid: () => number | null }> {
  const name = path.join(folder, crypto.randomUUID())
  await writeFile(
    `${name}.mjs`,
    `import { renameSync, writeFileSync } from 'node:fs'
     process.send('ready')
     process.once('message', () => {
       writeFileSync(${JSON.stringify(`${name}.new`)}, String(process.pid))
       renameSync(${JSON.stringify(`${name}.new`)}, ${JSON.stringify(`${name}.pid`)})
       setInterval(() => {}, 1_000)
     })`,
  )
  return {
    childEntry: `${name}.mjs`,
    pid: () => (existsSync(`${name}.pid`) ? Number(readFileSync(`${name}.pid`, 'utf8')) : null),
  }
}

describe('the reader of files', () => {
  test('starts a single process from the server, whose other threads stand still meanwhile', async () => {
    const spawn = vi.spyOn(ChildProcess.prototype as ChildProcess & { spawn: () => unknown }, 'spawn')
    const { readFile } = open()
    for (let nth = 0; nth < 2; nth += 1) expect((await readFile(essay, options)).fileType).toBe('docx')
    expect(spawn).toHaveBeenCalledTimes(1)
  })

  test('passes on what is wrong with a file', async () => {
    const damagedFile = path.join(folder, 'cut.pdf')
    await writeFile(damagedFile, '%PDF-1.7\n')
    await expect(open().readFile(damagedFile, options)).rejects.toMatchObject({
      name: 'ExtractionError',
      failure: 'damaged',
      code: 'file_damaged',
    })
  })

  test('does not blame a file that cannot be opened', async () => {
    await expect(open().readFile(path.join(folder, 'gone.txt'), options)).rejects.toMatchObject({
      name: 'UnexpectedReadError',
      message: /ENOENT/,
    })
  })

  test('ends the process of a file that the caller gives up, with the reason given', async () => {
    const { childEntry, pid } = await endlessChild()
    const stop = new AbortController()
    const reading = open(childEntry)
      .readFile(essay, { ...options, signal: stop.signal })
      .catch((error: unknown) => error)
    const child = await vi.waitUntil(pid, waitOptions)
    stop.abort(new Error('given up'))
    expect(await reading).toBe(stop.signal.reason)
    await vi.waitUntil(() => !isRunning(child), waitOptions)
  })

  test('ends every process when it is closed, and reads nothing more', async () => {
    const { childEntry, pid } = await endlessChild()
    const { readFile, close } = open(childEntry)
    const reading = readFile(essay, options).catch((error: unknown) => error)
    const child = await vi.waitUntil(pid, waitOptions)
    await close()
    expect(String(await reading)).toContain('closed')
    await vi.waitUntil(() => !isRunning(child), waitOptions)
    await expect(readFile(essay, options)).rejects.toThrow('closed')
  })

  test.each(['dies', 'refused'] as const)(
    'leaves a file to another attempt when its process cannot start (%s), and recovers',
    async (how) => {
      const fault = faults.failChild('reader-process', { how })
      const { readFile } = open()
      await expect(readFile(essay, options)).rejects.not.toMatchObject({ name: 'ExtractionError' })
      expect(fault.happened).toBe(1)
      expect((await readFile(essay, options)).fileType).toBe('docx')
    },
  )

  test('leaves no process behind when the server is killed', async () => {
    const { childEntry, pid } = await endlessChild()
    const program = new URL('./reader-process.ts', import.meta.url)
    const extractorOptions = JSON.stringify({ childEntry, keepOneReady: false })
    const readerOfServer = forkProgram(program, readerProcess, { args: [extractorOptions] })
    readerOfServer.send({ kind: 'read', id: 0, path: essay, owner: 'ana' } satisfies ReaderRequest)
    const child = await vi.waitUntil(pid, waitOptions)
    // The kernel closes the channel of a killed process.
    readerOfServer.disconnect()
    expect(await once(readerOfServer, 'exit')).toEqual([0, null])
    await vi.waitUntil(() => !isRunning(child), waitOptions)
  })

  test('runs from source as well as bundled', async () => {
    reader = createReader({ jobsAtOnce: 1, keepOneReady: false })
    expect((await reader.readFile(essay, options)).fileType).toBe('docx')
  })
})
