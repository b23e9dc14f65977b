import type { SharingPair } from '@penmark/contract'
import { expect, test } from 'vitest'
import { layoutMap } from './pairs.tsx'

const document = (id: string, student_name: string | null) => ({
  id,
  original_filename: `${id}.txt`,
  student_id: null,
  student_name,
  share: 0.1,
})

test('names a document by its student, and by its own name too where the student has several', () => {
  const [one, two, three, nobody] = [
    document('one', 'Ida Holm'),
    document('two', 'Ida Holm'),
    document('three', 'Bo Li'),
    document('four', null),
  ]
  const pairs: SharingPair[] = [
    { id: 'a', documents: [one, three], words: 20, passages: 1 },
    { id: 'b', documents: [two, three], words: 20, passages: 1 },
    { id: 'c', documents: [one, nobody], words: 20, passages: 1 },
  ]
  const names = layoutMap(pairs, 360).dots.map(({ name }) => name)
  expect(names.toSorted((a, b) => a.localeCompare(b))).toEqual([
    'Bo Li',
    'four.txt',
    'Ida Holm · one.txt',
    'Ida Holm · two.txt',
  ])
})
