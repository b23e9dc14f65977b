import { expect, test } from 'vitest'
import { oddsWords, reachingWords } from './odds.ts'

const format = { count: (value: number) => value.toLocaleString('en-GB') }
const calibration = {
  p_value: 1 / 1_135,
  n: 1_134,
  exceeding: 0,
  false_positive_rate: 2 / 4_625,
  false_positive_n: 4_625,
}
const found = { finding: 'ai-likely', score: 0.9, label: 'ai-generated' } as const
const quiet = { finding: 'no-evidence', score: 0.1, label: 'human-written' } as const

test('states the measured rate of mistakes beside every finding, however high its score', () => {
  const fewer = { key: 'mistaken.fewer', values: { mistaken: '2', n: '4,625' } }
  expect(oddsWords({ ...found, calibration }, format)).toEqual(fewer)
  expect(
    oddsWords({ ...found, finding: 'mixed', calibration: { ...calibration, exceeding: 3 } }, format),
  ).toEqual(fewer)
})

test('states a rate in a thousand once it is that high, and claims none where too few texts were tested', () => {
  const measured = (mistaken: number, n: number) =>
    oddsWords(
      { ...found, calibration: { ...calibration, false_positive_rate: mistaken / n, false_positive_n: n } },
      format,
    )
  expect(measured(12, 4_625)).toEqual({
    key: 'mistaken.about',
    values: { count: 3, shown: '3', mistaken: '12', n: '4,625' },
  })
  expect(measured(0, 4_625)).toEqual({ key: 'mistaken.none', values: { n: '4,625' } })
  expect(measured(0, 312)).toEqual({ key: 'mistaken.few', values: { n: '312' } })
})

test('says how many texts score as high where there is no finding, and that it is most of them rather than “about 856”', () => {
  expect(
    oddsWords({ ...quiet, calibration: { ...calibration, p_value: 0.5, exceeding: 566 } }, format),
  ).toEqual({
    key: 'standing.about',
    values: { count: 500, shown: '500' },
  })
  expect(
    oddsWords({ ...quiet, calibration: { ...calibration, p_value: 0.856, exceeding: 970 } }, format),
  ).toEqual({
    key: 'standing.most',
    values: { shown: '856' },
  })
  expect(oddsWords({ ...quiet, calibration: null }, format)).toEqual({ key: 'standing.unknown', values: {} })
})

test('says the same of older reports, which did not count the texts behind the rate', () => {
  expect(oddsWords({ ...found, calibration: { ...calibration, false_positive_n: null } }, format).key).toBe(
    'standing.fewer',
  )
})

test('says in a thousand how many reach a score, and claims no rate that so few texts cannot show', () => {
  expect(reachingWords(224, 4_812, format)).toEqual({
    key: 'meaning.measured.about',
    values: { shown: '47' },
  })
  expect(reachingWords(3, 4_812, format)).toEqual({ key: 'meaning.measured.fewer', values: { shown: '1' } })
  expect(reachingWords(0, 311, format)).toEqual({ key: 'meaning.measured.fewer', values: { shown: '4' } })
})
