import { expect, it } from 'vitest'
import { chosenIn, modeOf } from './mode.ts'
import { noPair } from './pair.ts'

const both = { student_id: 's1', class_group_id: 'c1' }

it('names how a document is assigned now', () => {
  expect(modeOf(noPair)).toBe('none')
  expect(modeOf({ ...noPair, student_id: 's1' })).toBe('student')
  expect(modeOf({ ...noPair, class_group_id: 'c1' })).toBe('class')
  expect(modeOf(both)).toBe('class_student')
})

it('sends only what the mode is about, and both ids as null to unassign', () => {
  expect(chosenIn('none', both)).toEqual({ student_id: null, class_group_id: null })
  expect(chosenIn('student', both)).toEqual({ student_id: 's1', class_group_id: null })
  expect(chosenIn('class', both)).toEqual({ student_id: null, class_group_id: 'c1' })
  expect(chosenIn('class_student', both)).toEqual(both)
})

it('sends nothing while a selection is missing', () => {
  expect(chosenIn('student', { ...both, student_id: null })).toBeNull()
  expect(chosenIn('class', { ...both, class_group_id: null })).toBeNull()
  expect(chosenIn('class_student', { ...both, class_group_id: null })).toBeNull()
  expect(chosenIn('class_student', { ...both, student_id: null })).toBeNull()
})
