import type { Calibration } from '@penmark/contract'
import { expect, test } from 'vitest'
import { readWithBaseline } from './local-baseline.ts'

const calibration = (p_value: number): Calibration => ({
  p_value,
  n: 4_000,
  exceeding: 1,
  band: { from: 250, to: 399 },
  false_positive_rate: null,
  false_positive_n: null,
  human_band: null,
  reaching: null,
  distribution: null,
})
const texts = (n: number, exceeding: number) => ({
  n,
  exceeding,
  counts: Array.from({ length: 20 }, () => 0),
})
const read = (
  finding: 'ai-likely' | 'mixed' | 'inconclusive' | 'no-evidence',
  p: number,
  n: number,
  exceeding: number,
) =>
  readWithBaseline(
    { finding, score: 0.6, label: null, calibration: calibration(p) },
    { own: texts(n, exceeding), school: null },
  )

test('states no local share below 60 texts, and does not soften the finding', () => {
  expect(read('ai-likely', 0.0005, 59, 59)).toMatchObject({
    local_p_value: null,
    stated_p_value: 0.0005,
    finding: 'ai-likely',
  })
  expect(read('ai-likely', 0.0005, 0, 0)).toMatchObject({
    local_p_value: null,
    stated_p_value: 0.0005,
    finding: 'ai-likely',
  })
})

test('states the larger of the two p-values, so that local texts never count against a student', () => {
  expect(read('ai-likely', 0.0005, 60, 0)).toMatchObject({ local_p_value: 1 / 61, stated_p_value: 1 / 61 })
  expect(read('no-evidence', 0.4, 200, 0)).toMatchObject({ stated_p_value: 0.4, finding: 'no-evidence' })
})

test('keeps a finding if no local text scores as high', () => {
  expect(read('ai-likely', 0.0005, 60, 0).finding).toBe('ai-likely')
  expect(read('inconclusive', 0.005, 60, 0).finding).toBe('inconclusive')
})

test('softens a finding by one step if more local texts score as high than the finding allows', () => {
  expect(read('ai-likely', 0.0005, 60, 1).finding).toBe('inconclusive')
  expect(read('mixed', 0.0005, 60, 30).finding).toBe('inconclusive')
  expect(read('inconclusive', 0.005, 60, 1).finding).toBe('no-evidence')
  expect(read('inconclusive', 0.005, 500, 4).finding).toBe('inconclusive')
  expect(read('ai-likely', 0.0005, 2_000, 1).finding).toBe('ai-likely')
})

test('uses the pool that favours the student most', () => {
  const report = { finding: 'ai-likely' as const, score: 0.6, label: null, calibration: calibration(0.0005) }
  expect(readWithBaseline(report, { own: texts(60, 0), school: texts(600, 12) })).toMatchObject({
    local_p_value: 13 / 601,
    finding: 'inconclusive',
  })
})

test('also softens a result stored before findings existed', () => {
  const stored = { finding: null, score: 0.82, label: 'ai-generated' as const, calibration: null }
  expect(readWithBaseline(stored, { own: texts(60, 1), school: null })).toMatchObject({
    stated_p_value: 2 / 61,
    finding: 'inconclusive',
  })
  expect(readWithBaseline(stored, { own: texts(60, 0), school: null }).finding).toBeNull()
})
