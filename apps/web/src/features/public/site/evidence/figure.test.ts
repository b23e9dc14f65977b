import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ModelCard, textsAt, translateCardText, valueAt } from './figure.tsx'

const models = join(import.meta.dirname, '../../../../../../../models')
const cards = readdirSync(models)
  .filter((file) => file.endsWith('.card.json'))
  .map((file) => JSON.parse(readFileSync(join(models, file), 'utf8')) as ModelCard)

test('has French for every limit of the released model cards', () => {
  const limits = cards.flatMap((card) => textsAt(card, 'limits'))
  expect(limits.length).toBeGreaterThan(0)
  expect(limits.filter((limit) => translateCardText(limit, 'fr-FR') === null)).toEqual([])
})

test('has French for the years of models in the released model cards, unless they are numbers', () => {
  const rows = cards.flatMap((card) => valueAt(card, 'measured.ai_by_years') as { group: string }[])
  const words = rows.map(({ group }) => group).filter((group) => group.toUpperCase() !== group)
  expect(words.length).toBeGreaterThan(0)
  expect(words.filter((group) => translateCardText(group, 'fr-FR') === null)).toEqual([])
})

test('translates open-ended lengths, and shows unknown texts in English', () => {
  expect(translateCardText('700 and more', 'fr-FR')).toBe('700 et plus')
  expect(translateCardText(' 50–99', 'fr-FR')).toBe('50–99')
  expect(translateCardText('something new', 'fr-FR')).toBeNull()
  expect(translateCardText('something new', 'en-US')).toBe('something new')
})
