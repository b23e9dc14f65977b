import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { missingProof } from '../spec-coverage/problems.ts'
import { readTestNames } from '../spec-coverage/test-names.ts'
import { asvsPage } from './asvs/page.ts'
import { asvs } from './asvs.ts'

const lines = asvs.flatMap((chapter) => chapter.lines)

/** `2.1.1-2.1.3, 2.2.1` is four requirements. */
function numbersOf(ids: string): string[] {
  return ids.split(', ').flatMap((part) => {
    const [first = '', last = first] = part.split('-')
    const start = first.slice(0, first.lastIndexOf('.'))
    const [from, to] = [first, last].map((id) => Number(id.slice(id.lastIndexOf('.') + 1)))
    return Array.from({ length: (to ?? 0) - (from ?? 0) + 1 }, (_, nth) => `${start}.${(from ?? 0) + nth}`)
  })
}

test('every proof is a test that exists', () => {
  const names = readTestNames()
  const missing = lines.flatMap(({ ids, proofs }) =>
    proofs.flatMap((proof) => missingProof(proof, names) ?? []).map((problem) => `${ids} ${problem}`),
  )
  expect(missing).toEqual([])
})

test('every met requirement has a proof or an explanation, and every other one an explanation', () => {
  const bare = lines.filter(({ status, proofs, explanation }) =>
    status === 'met' ? proofs.length === 0 && !explanation : !explanation,
  )
  expect(bare.map(({ ids }) => ids)).toEqual([])
})

test('no requirement of the standard is listed twice', () => {
  const numbers = lines.flatMap(({ ids }) => numbersOf(ids))
  expect(numbers.length).toBeGreaterThan(230)
  expect(numbers.every((number) => /^(1[0-4]|[1-9])\.\d+\.\d+$/.test(number))).toBe(true)
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
})

test('docs/asvs.md is current (npm run generate -- asvs writes it)', () => {
  expect(readFileSync(path.join(import.meta.dirname, '../../docs/asvs.md'), 'utf8') === asvsPage(asvs)).toBe(
    true,
  )
})
