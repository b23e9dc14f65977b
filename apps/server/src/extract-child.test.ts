import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createExtractor, extractBytes, flagsFor, usualMemoryMb } from '@penmark/extract'
import { expect, inject, test } from 'vitest'
import { programsIn } from './lib/release.ts'

const { extractChild, extractSnapshot } = programsIn(inject('bundle'))
const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [...flagsFor(usualMemoryMb), ...args])
const filesFolder = fileURLToPath(new URL('../../../packages/extract/fixtures/files/', import.meta.url))

test('the bundled file reader starts from the code cache of the build, with the flags used in production', async () => {
  expect(existsSync(path.join(path.dirname(extractChild), 'extract-program.cache'))).toBe(true)
  const { stderr } = await run(extractChild)
  expect(stderr).toBe('')
})

test('it starts from the snapshot of the build, with the same flags', async () => {
  const { stderr } = await run('--snapshot-blob', extractSnapshot)
  expect(stderr).toBe('')
})

test('from the snapshot it reads as from source, without a trace of the file that was read to build it', async ({
  onTestFinished,
}) => {
  // Without another entry, a child that cannot start from the snapshot reads nothing.
  const { extract, close } = createExtractor({ childEntry: '/nowhere', snapshot: extractSnapshot })
  onTestFinished(close)
  const names = [
    'bad-scanned.pdf',
    'cairo-essay.pdf',
    'latex-tongues.pdf',
    'office-hidden.pdf',
    'office-table.docx',
    'office-tongues.doc',
  ]
  const resultOf = (reading: Promise<unknown>) =>
    reading.catch(({ failure, message }) => ({ failure, message }))
  const fromSnapshot = await Promise.all(names.map((name) => resultOf(extract(path.join(filesFolder, name)))))
  const fromSource = await Promise.all(
    names.map((name) => resultOf(extractBytes(readFileSync(path.join(filesFolder, name))))),
  )
  expect(fromSnapshot).toEqual(fromSource)
})

test('the bundle holds the character maps that PDFs in Chinese, Japanese and Korean name', () => {
  expect(existsSync(path.join(path.dirname(extractChild), 'character-maps', '90ms-RKSJ-H.bcmap'))).toBe(true)
})

test('the bundled child recognises the pages of a scan', async ({ onTestFinished }) => {
  const { recognise, close } = createExtractor({ childEntry: extractChild })
  onTestFinished(close)
  // On a busy machine, a second child may read the scan again.
  const pages = new Set<number>()
  const scan = path.join(filesFolder, 'scan-english.pdf')
  const { facts, text } = await recognise(scan, { onPage: ({ page }) => void pages.add(page) })
  expect([...pages]).toEqual([1])
  expect(text).toContain('a matter of public health')
  expect(facts).toContainEqual(expect.objectContaining({ kind: 'scan', count: 1 }))
})
