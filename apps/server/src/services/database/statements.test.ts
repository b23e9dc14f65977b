import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const source = path.join(import.meta.dirname, '../..')

test('no statement casts a sum or a count to a 32-bit number', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  const casts = files.flatMap((name) =>
    readFileSync(path.join(source, name), 'utf8')
      .split('\n')
      .filter((line) => /\b(sum|count)\(.*\)::int(eger|4)?\b/.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  )
  expect(casts).toEqual([])
})
