import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readTestNames } from '../spec-coverage/test-names.ts'

const page = readFileSync(path.join(import.meta.dirname, '../../SECURITY.md'), 'utf8')
/** Test names from the last column of the threat tables. */
const named = [...page.matchAll(/^\|[^|]+\|[^|]+\| (`[^|]+`) \|$/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
)

test('every measure in SECURITY.md names existing tests', () => {
  const files = [...readTestNames().keys()]
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !files.some((file) => file.endsWith(`/${name}.test.ts`)))).toEqual([])
})

test('every measure in SECURITY.md names its tests', () => {
  const rows = page.split('\n').filter((line) => /^\| [a-z]/.test(line) && line.split('|').length === 5)
  expect(rows.filter((row) => !/`[^`]+` \|$/.test(row))).toEqual([])
})
