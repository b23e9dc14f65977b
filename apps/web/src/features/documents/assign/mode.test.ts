import { expect, it } from 'vitest'
import { modeOf, noAssignee, validAssignee } from './assignee.ts'

const both = { student_id: 's1', class_group_id: 'c1' }

it('shows how a document is currently assigned', () => {
  expect(modeOf(noAssignee)).toBe('none')
  expect(modeOf({ ...noAssignee, student_id: 's1' })).toBe('student')
  expect(modeOf({ ...noAssignee, class_group_id: 'c1' })).toBe('class')
  expect(modeOf(both)).toBe('class_student')
})

it('sends only what the mode concerns, and both ids as null to unassign', () => {
  expect(validAssignee('none', both)).toEqual({ student_id: null, class_group_id: null })
  expect(validAssignee('student', both)).toEqual({ student_id: 's1', class_group_id: null })
  expect(validAssignee('class', both)).toEqual({ student_id: null, class_group_id: 'c1' })
  expect(validAssignee('class_student', both)).toEqual(both)
})

it('sends nothing while a selection is missing', () => {
  expect(validAssignee('student', { ...both, student_id: null })).toBeNull()
  expect(validAssignee('class', { ...both, class_group_id: null })).toBeNull()
  expect(validAssignee('class_student', { ...both, class_group_id: null })).toBeNull()
  expect(validAssignee('class_student', { ...both, student_id: null })).toBeNull()
})
