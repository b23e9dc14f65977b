import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sizingPage } from './sizing.ts'

test('docs/sizing.md is generated from the stored results', () => {
  expect(readFileSync(join(import.meta.dirname, '../../docs/sizing.md'), 'utf8')).toBe(sizingPage())
})
