import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { locales } from '../locale/locale.ts'
import { texts } from '../locale/texts.ts'
import { loadWording } from './wording.ts'

const source = readdirSync(import.meta.dirname)
  .filter((file) => /(?<!test)\.ts$/.test(file))
  .map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8'))
  .join('\n')
const used = [...new Set([...source.matchAll(/\bt\('([^']+)'/g)].map(([, key = '']) => key))]

describe('the wording of the PDF', () => {
  test.each(locales)('include every text that the PDF uses, in %s', async (language) => {
    const { t } = await loadWording(language)
    expect(used.length).toBeGreaterThan(40)
    for (const key of used) expect(t(key, { count: 2 }), key).not.toBe(key)
  })

  test('are all used', () => {
    expect(Object.keys(texts['en-GB'].print).filter((key) => !used.includes(key))).toEqual([])
  })

  test('match the requested language as closely as possible', async () => {
    expect((await loadWording('fr-CA')).language).toBe('fr-FR')
    expect((await loadWording('en-us')).format.day('2026-11-21T23:30:00Z')).toBe('November 21, 2026')
    expect((await loadWording('tlh')).format.day('2026-11-21T23:30:00Z')).toBe('21 November 2026')
  })
})
