import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { schemaFiles } from './files.ts'

const folder = join(import.meta.dirname, '../../packages/cli/schema')

it('the published JSON Schemas match the contract (npm run schemas writes them)', () => {
  const files = schemaFiles()
  const written = readdirSync(folder).filter((name) => name.endsWith('.json'))
  expect(written.sort()).toEqual(Object.keys(files).sort())
  for (const name of written) expect(readFileSync(join(folder, name), 'utf8'), name).toBe(files[name])
})
