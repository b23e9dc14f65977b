import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { readCorpus } from './read.ts'

test('a text whose attack is null was not disguised', () => {
  const folder = mkdtempSync(join(tmpdir(), 'penmark-corpus-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const lines = [
    { text: 'Plain.', label: 'ai', attack: null, model: 'm' },
    { text: 'Humanised.', label: 'ai', attack: 'humaniser' },
  ]
  writeFileSync(
    join(folder, 'made.jsonl.gz'),
    gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
  )
  const { texts } = readCorpus(folder, 'made')
  expect(texts).toEqual([
    { text: 'Plain.', label: 'ai', model: 'm' },
    { text: 'Humanised.', label: 'ai', attack: 'humaniser' },
  ])
  expect(texts[0]?.attack).toBeUndefined()
})
