import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { locales } from '../locale/locale.ts'
import { ownWords } from './own-words.ts'
import { loadWords } from './words.ts'

const source = readdirSync(import.meta.dirname)
  .filter((file) => /(?<!test)\.ts$/.test(file))
  .map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8'))
  .join('\n')
const said = [...new Set([...source.matchAll(/\bt\('([^']+)'/g)].map(([, key = '']) => key))]

describe('the words of the PDF', () => {
  it.each(locales)('hold every word that is said, in %s', async (language) => {
    const { t } = await loadWords(language)
    expect(said.length).toBeGreaterThan(40)
    for (const key of said) expect(t(key, { count: 2 }), key).not.toBe(key)
  })

  it('are the same in English and French, and each is said somewhere', () => {
    const english = Object.keys(ownWords['en-GB'])
    expect(Object.keys(ownWords['fr-FR'])).toEqual(english)
    expect(english.filter((key) => !said.includes(key))).toEqual([])
  })

  it('are the nearest to the language asked for', async () => {
    expect((await loadWords('fr-CA')).language).toBe('fr-FR')
    expect((await loadWords('en-us')).figures.day('2026-11-21T23:30:00Z')).toBe('November 21, 2026')
    expect((await loadWords('tlh')).figures.day('2026-11-21T23:30:00Z')).toBe('21 November 2026')
  })
})
