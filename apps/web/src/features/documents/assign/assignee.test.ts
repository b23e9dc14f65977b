import { expect, test } from 'vitest'
import { aClassGroup } from '../../../testing/samples.ts'
import {
  matchingClasses,
  matchingStudents,
  modeOf,
  noAssignee,
  sharedClass,
  validAssignee,
  withClass,
  withStudent,
} from './assignee.ts'

const students = [
  { id: 'ben', class_group_ids: ['english'] },
  { id: 'mia', class_group_ids: ['english', 'drama'] },
  { id: 'sol', class_group_ids: [] },
]
const classes = [aClassGroup({ id: 'english' }), aClassGroup({ id: 'drama' })]

test('clears the class when the student chosen is not in it, and the reverse', () => {
  const drama = { ...noAssignee, class_group_id: 'drama' }
  expect(withStudent(drama, 'ben', students)).toEqual({ student_id: 'ben', class_group_id: null })
  expect(withStudent(drama, 'mia', students)).toEqual({ student_id: 'mia', class_group_id: 'drama' })
  expect(withStudent(drama, null, students)).toEqual(drama)
  const ben = { ...noAssignee, student_id: 'ben' }
  expect(withClass(ben, 'drama', students)).toEqual({ student_id: null, class_group_id: 'drama' })
  expect(withClass(ben, 'english', students)).toEqual({ student_id: 'ben', class_group_id: 'english' })
  expect(withClass(ben, null, students)).toEqual(ben)
})

test('offers the students of the class, and the classes of the student', () => {
  expect(matchingStudents(noAssignee, students)).toHaveLength(3)
  expect(matchingStudents({ ...noAssignee, class_group_id: 'drama' }, students).map(({ id }) => id)).toEqual([
    'mia',
  ])
  expect(matchingClasses(noAssignee, classes, students)).toHaveLength(2)
  expect(
    matchingClasses({ ...noAssignee, student_id: 'ben' }, classes, students).map(({ id }) => id),
  ).toEqual(['english'])
})

const both = { student_id: 's1', class_group_id: 'c1' }

test('shows how a document is currently assigned', () => {
  expect(modeOf(noAssignee)).toBe('none')
  expect(modeOf({ ...noAssignee, student_id: 's1' })).toBe('student')
  expect(modeOf({ ...noAssignee, class_group_id: 'c1' })).toBe('class')
  expect(modeOf(both)).toBe('class_student')
})

test('sends only what the mode concerns, and both ids as null to unassign', () => {
  expect(validAssignee('none', both)).toEqual({ student_id: null, class_group_id: null })
  expect(validAssignee('student', both)).toEqual({ student_id: 's1', class_group_id: null })
  expect(validAssignee('class', both)).toEqual({ student_id: null, class_group_id: 'c1' })
  expect(validAssignee('class_student', both)).toEqual(both)
})

test('sends nothing while a selection is missing', () => {
  expect(validAssignee('student', { ...both, student_id: null })).toBeNull()
  expect(validAssignee('class', { ...both, class_group_id: null })).toBeNull()
  expect(validAssignee('class_student', { ...both, class_group_id: null })).toBeNull()
  expect(validAssignee('class_student', { ...both, student_id: null })).toBeNull()
})

test('infers the one class that all students found are in, and none where they share none or several', () => {
  expect(sharedClass(['ben', 'mia'], students)).toBe('english')
  expect(sharedClass(['mia'], students)).toBeNull()
  expect(sharedClass(['ben', 'sol'], students)).toBeNull()
  expect(sharedClass([], students)).toBeNull()
})
