import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { EarlierWriting, FrozenReport } from '@penmark/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PrintOrder } from './messages.ts'
import { createPrinter, type PrinterOptions } from './printer.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'penmark-print-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const order: PrintOrder = {
  report: {} as FrozenReport,
  baseline: null,
  earlier: {} as EarlierWriting,
  writing: null,
  overlap: [],
  handedInBefore: { documents: 0, words: 0, isOwnWork: false, common: 0 },
  sources: [],
  school: { documents: 0, words: 0 },
  lookUp: null,
  checks: [],
  filename: 'essay.txt',
  original_filename: 'essay.txt',
  appendix: false,
  owner: null,
  language: 'en-GB',
}

/** A printer whose child runs these lines instead. */
async function printerOf(lines: string, options: PrinterOptions = {}) {
  const program = path.join(folder, 'child.mjs')
  await writeFile(program, `process.once('message', (order) => { ${lines} })`)
  return createPrinter({ program, ...options })
}

test('gives up on a PDF that takes too long, with a reason, and makes the next', async () => {
  const stuck = await printerOf('setInterval(() => {}, 1000)', { timeoutMs: 300 })
  await expect(stuck.print(order)).rejects.toMatchObject({
    code: 'busy',
    message: expect.stringContaining('took too long'),
  })
  const workingPrinter = await printerOf('process.send({ pdf: new Uint8Array([1, 2]) })')
  expect([...(await workingPrinter.print(order))]).toEqual([1, 2])
})

test('survives a child that runs out of memory', async () => {
  const printer = await printerOf(
    'const held = []; for (;;) held.push(new Array(100000).fill(1).map(() => ({})))',
    { memoryMb: 16 },
  )
  await expect(printer.print(order)).rejects.toThrow('ended')
})

test('refuses if too many wait, and ends what runs when closed', async () => {
  const printer = await printerOf('setInterval(() => {}, 1000)', { maximumWaiting: 1 })
  const first = expect(printer.print(order)).rejects.toThrow('closed')
  await expect(printer.print(order)).rejects.toMatchObject({ code: 'busy' })
  await printer.close()
  await first
})

test('passes a failure on', async () => {
  const printer = await printerOf("process.send({ error: 'at layout' })")
  await expect(printer.print(order)).rejects.toThrow('A PDF failed. at layout')
})
