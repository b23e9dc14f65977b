import { expect, it } from 'vitest'
import { aClassGroup } from '../../../test/samples.ts'
import { matchingClasses, matchingStudents, noAssignee, withClass, withStudent } from './assignee.ts'

const students = [
  { id: 'ben', class_group_ids: ['english'] },
  { id: 'mia', class_group_ids: ['english', 'drama'] },
  { id: 'sol', class_group_ids: [] },
]
const classes = [aClassGroup({ id: 'english' }), aClassGroup({ id: 'drama' })]

it('clears the class when the student chosen is not in it', () => {
  const drama = { ...noAssignee, class_group_id: 'drama' }
  expect(withStudent(drama, 'ben', students)).toEqual({ student_id: 'ben', class_group_id: null })
  expect(withStudent(drama, 'mia', students)).toEqual({ student_id: 'mia', class_group_id: 'drama' })
  expect(withStudent(drama, null, students)).toEqual(drama)
})

it('clears the student when not in the class chosen', () => {
  const ben = { ...noAssignee, student_id: 'ben' }
  expect(withClass(ben, 'drama', students)).toEqual({ student_id: null, class_group_id: 'drama' })
  expect(withClass(ben, 'english', students)).toEqual({ student_id: 'ben', class_group_id: 'english' })
  expect(withClass(ben, null, students)).toEqual(ben)
})

it('offers the students of the class, and the classes of the student', () => {
  expect(matchingStudents(noAssignee, students)).toHaveLength(3)
  expect(matchingStudents({ ...noAssignee, class_group_id: 'drama' }, students).map(({ id }) => id)).toEqual(['mia'])
  expect(matchingClasses(noAssignee, classes, students)).toHaveLength(2)
  expect(matchingClasses({ ...noAssignee, student_id: 'ben' }, classes, students).map(({ id }) => id)).toEqual(['english'])
})
