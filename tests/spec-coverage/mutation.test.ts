import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Row } from './areas.ts'
import { applyChange, mutate, readChanges } from './mutation.ts'

const locale = 'apps/web/public/locales/en-GB/door.json'
const limits = 'packages/contract/src/values/limits.ts'
const routes = 'apps/web/src/app/routes.tsx'
const sources = new Map([
  [locale, '{"open": "{{count}} doors opened.", "shut": "Shut"}'],
  [limits, 'export const times = { shutMs: 1_500, openMs: 15_000 }\nexport const door_key = 1'],
  [routes, "const routes = ['/doors', '/doors/:doorId']"],
])

function mutatedText(row: Partial<Row>): string | undefined {
  return mutate({ id: 'door', at: 'P1 §2', kind: 'rule', literal: '', proof: null, ...row }, sources)?.text
}

test.each<[string, Partial<Row>, string]>([
  ['the text of a key, but no placeholder', { where: 'en-GB/door.json#open' }, '{{count}} qbbef bcrarq.'],
  ['the only text of that wording', { kind: 'string', literal: 'Shut' }, '"shut":"Fuhg"'],
  [
    'a number where the row says',
    { where: 'contract/values/limits.ts', literal: '1500' },
    'shutMs: 3001, openMs: 15_000',
  ],
  ['a time', { kind: 'timer', literal: 'The door shuts after 1.5 s' }, 'shutMs: 3001'],
  [
    'a path, but none that begins with it',
    { kind: 'route', literal: 'leads to /doors' },
    "['/qbbef', '/doors/:doorId']",
  ],
  ['the field that a file of the contract names', { literal: 'door_key is sent' }, 'qbbe_xrl = 1'],
])('changes %s', (_, row, expected) => {
  expect(mutatedText(row)).toContain(expected)
})

test('changes nothing where the product does not write the literal', () => {
  expect(mutatedText({ literal: 'A door opens' })).toBeUndefined()
  expect(mutatedText({ kind: 'string', literal: 'Ajar' })).toBeUndefined()
  expect(mutatedText({ kind: 'timer', literal: 'after 7 s' })).toBeUndefined()
})

test('every change fits the file that it changes', () => {
  const root = path.join(import.meta.dirname, '../..')
  for (const change of readChanges().values()) {
    const sources = new Map([[change.file, readFileSync(path.join(root, change.file), 'utf8')]])
    expect(applyChange(change, sources), change.id).not.toBeNull()
  }
})
