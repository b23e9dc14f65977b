import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { resultSchemas } from '../packages/contract/src/index.ts'

const folder = join(import.meta.dirname, '../packages/cli/schema')

test('the published JSON Schemas match the contract (npm run generate -- schemas writes them)', () => {
  const published = readdirSync(folder).filter((name) => name.endsWith('.json'))
  expect(published.sort()).toEqual(
    resultSchemas()
      .map(({ name }) => name)
      .sort(),
  )
  for (const { name, schema } of resultSchemas())
    expect(readFileSync(join(folder, name), 'utf8'), name).toBe(`${JSON.stringify(schema, null, 2)}\n`)
})
