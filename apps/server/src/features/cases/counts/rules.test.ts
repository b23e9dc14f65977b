import { expect, test } from 'vitest'
import { type StudentCaseCounts, shownCounts } from './rules.ts'

const none = { open: 0, cleared: 0, support_agreed: 0, referred: 0, no_action: 0, appeals_upheld: 0, appeals_changed: 0 }

/** Students of a year group with the same counts each. */
const students = (year_group: string | null, count: number, counts: Partial<StudentCaseCounts> = { cleared: 1 }): StudentCaseCounts[] =>
  Array.from({ length: count }, (_, place) => ({ ...none, year_group, student: `${year_group} ${place}`, ...counts }))

test('rounds every count to the nearest five', () => {
  const cleared = [5, 7, 8, 12, 13].map((count) => shownCounts(students('Year 9', count)).all?.cleared)
  expect(cleared).toEqual([5, 5, 10, 10, 15])
  const mixed = [...students('Year 9', 2, { referred: 1 }), ...students('Year 10', 3, { open: 1 })]
  expect(shownCounts(mixed).all).toEqual({ ...none, open: 5 })
})

test('rounds the whole from the cases, not from rounded groups', () => {
  const { all, year_groups } = shownCounts([...students('Year 9', 7), ...students('Year 10', 7)])
  expect([all?.cleared, year_groups.map(({ cleared }) => cleared)]).toEqual([15, [5, 5]])
})

test('shows nothing of fewer than five different students, however many cases they have', () => {
  expect(shownCounts([])).toEqual({ all: null, year_groups: [] })
  expect(shownCounts(students('Year 9', 4, { cleared: 20 }))).toEqual({ all: null, year_groups: [] })
  expect(shownCounts(students('Year 9', 9, { student: 'one and the same' }))).toEqual({ all: null, year_groups: [] })
})

test('counts small year groups together once they have five students', () => {
  const { year_groups } = shownCounts([...students('Year 9', 10), ...students('Year 10', 3), ...students(null, 3)])
  expect(year_groups).toEqual([
    { ...none, year_group: 'Year 9', is_combined: false, cleared: 10 },
    { ...none, year_group: null, is_combined: true, cleared: 5 },
  ])
})

test('never leaves a small year group to be found by subtraction', () => {
  // Five cases would remain for the one student of Year 11 if the other groups were shown beside the whole.
  const rows = [...students('Year 9', 20), ...students('Year 10', 6), ...students('Year 11', 1, { referred: 5 })]
  const { all, year_groups } = shownCounts(rows)
  expect(all).toMatchObject({ cleared: 25, referred: 5 })
  expect(year_groups).toEqual([
    { ...none, year_group: 'Year 9', is_combined: false, cleared: 20 },
    { ...none, year_group: null, is_combined: true, cleared: 5, referred: 5 },
  ])
  // With only one other group, the whole is all there is to show.
  expect(shownCounts([...students('Year 9', 20), ...students('Year 11', 1)]).year_groups).toEqual([])
})

test('shows a year group of exactly five students beside another', () => {
  const { year_groups } = shownCounts([...students('Year 9', 5), ...students(null, 5)])
  expect(year_groups.map(({ year_group, is_combined }) => [year_group, is_combined])).toEqual([
    ['Year 9', false],
    [null, false],
  ])
})
