import { expect, test } from 'vitest'
import { classNameOf, readPastedNames } from './pasted-names.ts'

test.each([
  ['Maya Patel', 'Maya', 'Patel', null],
  ['Patel, Maya', 'Maya', 'Patel', null],
  ['Maya\tPatel', 'Maya', 'Patel', null],
  ['Maya;Patel;maya@school.example', 'Maya', 'Patel', 'maya@school.example'],
  ['Patel, Maya <maya@school.example>', 'Maya', 'Patel', 'maya@school.example'],
  ['Maya Patel (maya@school.example)', 'Maya', 'Patel', 'maya@school.example'],
  ['DUPONT Marie', 'Marie', 'DUPONT', null],
  ['DE LA TOUR Jean-Pierre', 'Jean-Pierre', 'DE LA TOUR', null],
  ['MAYA PATEL', 'MAYA', 'PATEL', null],
  ['Jean de la Tour', 'Jean', 'de la Tour', null],
  ['Lorenzo La Caille', 'Lorenzo', 'La Caille', null],
  ['Anh Do Nguyen', 'Anh Do', 'Nguyen', null],
  ['Anna Maria  Rossi', 'Anna Maria', 'Rossi', null],
  ['van der Berg, Noor', 'Noor', 'van der Berg', null],
])('reads %j as one student', (line, first_name, last_name, email) => {
  expect(readPastedNames(line)).toEqual({ names: [{ first_name, last_name, email }], unread: [] })
})

test('reads a name once, skips empty lines, and returns lines that hold no two names', () => {
  const { names, unread } = readPastedNames('Maya Patel\r\n\r\nPATEL, MAYA\nZoë\n12')
  expect(names).toHaveLength(1)
  expect(unread).toEqual(['Zoë', '12'])
  expect(readPastedNames('Maya Patel m1@school.example\nMaya Patel m2@school.example').names).toHaveLength(2)
})

test.each([
  ['10A English-Limiting car usage-1834361.zip', '10A English'],
  ['7B.zip', '7B'],
  ['10A_English (2).zip', '10A English'],
  ['submissions.zip', ''],
  ['download.zip', ''],
])('takes from %s the class %j', (archive, name) => {
  expect(classNameOf(archive)).toBe(name)
})
