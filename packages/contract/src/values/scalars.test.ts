import { expect, test } from 'vitest'
import { ClassGroupInput, oneLine, ProfileInput, StudentInput } from '../index.ts'

test('a line loses invisible characters that would reverse or break the text around it', () => {
  expect(oneLine('essay\u202Efdp.exe')).toBe('essayfdp.exe')
  expect(oneLine('\u2067\u200fa\u2069\u061c\u200e\u202a')).toBe('a')
  expect(oneLine(' a\u0000\u0007b\u2028c\u0085\ud800 ')).toBe('a b c')
})

test('a line keeps every script, including the joiners that some scripts need', () => {
  for (const name of ['نمی\u200cدانم', 'שלום', 'Zoë Őrsi', '👩\u200d🏫', '李雷'])
    expect(oneLine(name)).toBe(name)
})

test('names of students, classes and teachers are cleaned as lines', () => {
  const turned = 'Ana\u202E'
  expect(StudentInput.parse({ first_name: turned, last_name: turned })).toMatchObject({
    first_name: 'Ana',
    last_name: 'Ana',
  })
  expect(ClassGroupInput.parse({ class_name: turned }).class_name).toBe('Ana')
  const profile = {
    first_name: turned,
    last_name: 'S',
    school_name: turned,
    role: 'teacher',
    country: 'ES',
    state_county: 'S',
  }
  expect(ProfileInput.parse(profile)).toMatchObject({ first_name: 'Ana', school_name: 'Ana' })
  expect(ProfileInput.safeParse({ ...profile, last_name: '\u202E' }).success).toBe(false)
})
