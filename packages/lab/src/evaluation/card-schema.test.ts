import { existsSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import type { ModelCard } from './card.ts'

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
const fits = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }).compile(
  read('../../schema/model-card.schema.json') as object,
)
const faultsOf = (card: unknown): string[] => {
  fits(card)
  return (fits.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
const cards = ['standard', 'open']
  .map((name) => `../../../../models/${name}.card.json`)
  .filter((path) => existsSync(new URL(path, import.meta.url)))

describe('a model card', () => {
  test.each(cards)('%s matches its published schema', (path) => {
    expect(faultsOf(read(path))).toEqual([])
  })

  test('is rejected with a share above one, a missing table or an unknown field', () => {
    const card = read(cards[0] as string) as ModelCard
    const { left_out_human, ...measured } = card.measured
    const broken = { ...card, measured: { ...measured, left_out_balanced_accuracy: 98 }, boast: 'best' }
    expect(left_out_human.length).toBeGreaterThan(0)
    expect(faultsOf(broken)).toEqual([
      ' must NOT have additional properties',
      "/measured must have required property 'left_out_human'",
      '/measured/left_out_balanced_accuracy must be <= 1',
    ])
  })
})
