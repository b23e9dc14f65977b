import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collect } from './collection.ts'
import type { CorpusText } from './read.ts'

const options = { seed: 1, cap: 4000, lowCap: 800 }
const words =
  'bees flowers garden summer river stone music teacher window paper story winter bread friend letter morning city silence'.split(
    ' ',
  )

/** A different text for every number, without shared sentences. */
function essay(number: number, length = 120): string {
  return Array.from(
    { length },
    (_, i) => words[(number * 7 + i * (number + 3) + Math.floor((i * i) / (number + 2))) % words.length],
  ).join(' ')
}

describe('a collection of invented texts', () => {
  let folder: string
  const write = (name: string, texts: CorpusText[]): void => {
    writeFileSync(
      join(folder, `${name}.jsonl.gz`),
      gzipSync(texts.map((text) => JSON.stringify(text)).join('\n')),
    )
  }
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'penmark-lab-'))
    write('outfox', [
      { text: essay(1), label: 'human' },
      { text: essay(2), label: 'ai' },
    ])
    write('persuade1_fp2021', [
      { text: `${essay(1, 110)} and one more ending of its own`, label: 'human' },
      { text: essay(4), label: 'human', prompt_id: 'a' },
      { text: essay(5), label: 'human', prompt_id: 'a' },
    ])
    write('raidar', [
      { text: essay(6), label: 'human', domain: 'news' },
      { text: essay(7), label: 'ai', domain: 'news' },
    ])
    write('daigt-scraps', [{ text: essay(4), label: 'human' }])
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const only = ['outfox', 'persuade1_fp2021', 'raidar', 'daigt-scraps']

  test('keeps test sources and near-duplicates of their texts out of training', () => {
    const { items, overlapping } = collect({ ...options, folder, only })
    expect(items.filter(({ source }) => source.name === 'outfox').map(({ use }) => use)).toEqual([
      'test',
      'test',
    ])
    expect(items.find(({ text }) => text.endsWith('ending of its own'))?.use).toBe('dropped')
    expect(overlapping).toEqual({ persuade1_fp2021: 1 })
  })

  test('keeps one copy of a text found in two sources, and never splits copies between folds', () => {
    const { items } = collect({ ...options, folder, only })
    const copies = items.filter(({ text }) => text === essay(4))
    expect(copies.map(({ use }) => use).toSorted()).toEqual(['dropped', 'train'])
    expect(new Set(copies.map(({ fold }) => fold)).size).toBe(1)
  })

  test('sets audited texts aside without losing the machine texts beside them', () => {
    const { items } = collect({ ...options, folder, only })
    expect(
      items
        .filter(({ source }) => source.name === 'raidar')
        .map(({ label, use }) => `${label} ${use}`)
        .toSorted(),
    ).toEqual(['ai train', 'human audited'])
  })

  test('gives the same collection for the same seed', () => {
    expect(collect({ ...options, folder, only })).toEqual(collect({ ...options, folder, only }))
  })
})

const data = new URL('../../../../../shared/data', import.meta.url).pathname
describe.skipIf(!existsSync(data))('the real texts (skipped where the data folder is absent)', () => {
  test('have no opening in both training and test texts', () => {
    const { items } = collect({
      ...options,
      folder: data,
      only: ['outfox', 'falmouth_essays', 'mixset', 'daigt-scraps', 'hamada-essays', 'raidar'],
    })
    const opening = (text: string): string => text.toLowerCase().replace(/\W+/g, ' ').slice(0, 150)
    const tested = new Set(items.filter(({ use }) => use === 'test').map(({ text }) => opening(text)))
    expect(tested.size).toBeGreaterThan(1000)
    expect(items.filter(({ use, text }) => use === 'train' && tested.has(opening(text)))).toEqual([])
  })
})
