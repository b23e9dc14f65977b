import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const source = path.join(import.meta.dirname, '..')
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
)

/** Code and sentence of every refusal written in the source. */
const refusals = files.flatMap((name) => {
  const text = readFileSync(path.join(source, name), 'utf8')
  return [...text.matchAll(/new Problem\(\s*'(\w+)',\s*(['`"])((?:(?!\2).|\\\2)*)\2/gs)].map(([, code = '', , sentence = '']) => ({
    name,
    code,
    sentence: sentence.replaceAll(/\$\{[^}]*\}/g, ''),
  }))
})

// The web opens the upgrade dialog on these words (specification, decision 13).
test('says "limit" and "exceeded" only about the allowance', () => {
  expect(refusals.length).toBeGreaterThan(30)
  expect(refusals.some(({ code, sentence }) => code === 'allowance_exceeded' && /limit exceeded/i.test(sentence))).toBe(true)
  expect(refusals.filter(({ code, sentence }) => code !== 'allowance_exceeded' && /limit|exceeded/i.test(sentence))).toEqual([])
})
