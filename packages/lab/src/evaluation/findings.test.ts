import { readFileSync } from 'node:fs'
import { readModel } from '@penmark/detector/lab'
import { describe, expect, it } from 'vitest'
import type { Item } from '../corpora/collection.ts'
import { sources } from '../corpora/sources.ts'
import { measureFindings } from './findings.ts'

const root = new URL('../../../../', import.meta.url)
const model = readModel(readFileSync(new URL('models/standard.penmark', root)))
const texts = JSON.parse(readFileSync(new URL('packages/detector/golden/texts.json', root), 'utf8')) as { name: string; text: string }[]

const items = texts.map(({ name, text }, cluster): Item => {
  const label = name.includes('machine') ? 'ai' : 'human'
  return { text, label, source: sources[0] as Item['source'], cluster, fold: 0, use: 'test' }
})

describe('findings', () => {
  it('are counted by group, every text once, and accuse no person', () => {
    const figures = measureFindings(model, items, ({ label }) => label)
    expect(figures.map(({ group, label }) => [group, label])).toEqual([
      ['ai', 'ai'],
      ['human', 'human'],
    ])
    for (const { texts: read, findings } of figures) expect(Object.values(findings).reduce((sum, n) => sum + n, 0)).toBe(read)
    expect(figures[0]?.findings['ai-likely']).toBeGreaterThan(0)
    expect(figures[1]?.findings).toMatchObject({ 'ai-likely': 0, mixed: 0 })
    expect(figures[1]?.findings['insufficient-text']).toBeGreaterThan(0)
  })
})
