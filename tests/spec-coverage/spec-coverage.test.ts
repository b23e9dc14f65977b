import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readAreas } from './areas.ts'
import { countOf, specificationPage } from './page.ts'
import { findProblems } from './problems.ts'
import { findChanges } from './quotes.ts'
import { readTrials } from './score.ts'
import { readEntries } from './statements.ts'
import { readTestNames } from './test-names.ts'

const root = path.join(import.meta.dirname, '../..')
const areas = readAreas()

function read(file: string): string | null {
  const place = path.join(root, file)
  return existsSync(place) ? readFileSync(place, 'utf8') : null
}

test('every row of a finished area is proved by an existing test, and every literal occurs in its stated place', () => {
  expect(findProblems(areas, { testNames: readTestNames(), read })).toEqual([])
})

test('counts the proved rows of each area', () => {
  const counts = areas.map((area) => ({ area, ...countOf(area) }))
  for (const { area, proved, all } of counts) {
    console.info(
      `${area.finished ? '✓' : ' '} ${area.area.padEnd(16)} ${String(proved).padStart(4)} of ${String(all).padStart(3)}`,
    )
    expect(all, area.area).toBeGreaterThan(0)
    if (area.finished) expect(proved, area.area).toBe(all)
  }
})

test('every row quotes the specification, and every statement has a row or a reason', () => {
  expect(findChanges(areas, readEntries()), 'compare: npm run lab -- specification').toEqual([])
})

test('the page on the specification lists every departure and the score of the proofs', () => {
  expect(read('docs/specification.md')).toBe(specificationPage(areas, readTrials()))
})
