import { expect, it } from 'vitest'
import { showBytes, showNumber, showShare } from './format.ts'

it('writes a share with one decimal as the language does, and N/A where there is none', () => {
  expect(showShare({ language: 'en-GB' }, 0.824)).toBe('82.4%')
  expect(showShare({ language: 'fr-FR' }, 0.824)).toMatch(/^82,4\s%$/u)
  expect(showShare({ language: 'en-GB' }, 0)).toBe('0.0%')
  expect(showShare({ language: 'en-GB' }, null)).toBe('N/A')
})

it('counts bytes in steps of 1,024', () => {
  expect(showBytes({ language: 'en-GB' }, 25 * 1_024 * 1_024)).toBe('25 MB')
  expect(showBytes({ language: 'en-GB' }, 10)).toBe('1 kB')
})

it('groups thousands as the language does', () => {
  expect(showNumber({ language: 'en-GB' }, 5_000)).toBe('5,000')
})
