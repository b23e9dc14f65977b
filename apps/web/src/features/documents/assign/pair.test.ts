import { expect, it } from 'vitest'
import { aClassGroup } from '../../../test/samples.ts'
import { classesBeside, noPair, studentsBeside, withClass, withStudent } from './pair.ts'

const students = [
  { id: 'ben', class_group_ids: ['english'] },
  { id: 'mia', class_group_ids: ['english', 'drama'] },
  { id: 'sol', class_group_ids: [] },
]
const classes = [aClassGroup({ id: 'english' }), aClassGroup({ id: 'drama' })]

it('clears the class when the student chosen is not in it', () => {
  const drama = { ...noPair, class_group_id: 'drama' }
  expect(withStudent(drama, 'ben', students)).toEqual({ student_id: 'ben', class_group_id: null })
  expect(withStudent(drama, 'mia', students)).toEqual({ student_id: 'mia', class_group_id: 'drama' })
  expect(withStudent(drama, null, students)).toEqual(drama)
})

it('clears the student when not in the class chosen', () => {
  const ben = { ...noPair, student_id: 'ben' }
  expect(withClass(ben, 'drama', students)).toEqual({ student_id: null, class_group_id: 'drama' })
  expect(withClass(ben, 'english', students)).toEqual({ student_id: 'ben', class_group_id: 'english' })
  expect(withClass(ben, null, students)).toEqual(ben)
})

it('offers the students of the class, and the classes of the student', () => {
  expect(studentsBeside(noPair, students)).toHaveLength(3)
  expect(studentsBeside({ ...noPair, class_group_id: 'drama' }, students).map(({ id }) => id)).toEqual(['mia'])
  expect(classesBeside(noPair, classes, students)).toHaveLength(2)
  expect(classesBeside({ ...noPair, student_id: 'ben' }, classes, students).map(({ id }) => id)).toEqual(['english'])
})
