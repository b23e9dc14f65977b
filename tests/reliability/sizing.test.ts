import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sizingPage } from './sizing.ts'

test('docs/sizing.md is what the kept results make of it', () => {
  expect(readFileSync(join(import.meta.dirname, '../../docs/sizing.md'), 'utf8')).toBe(sizingPage())
})
