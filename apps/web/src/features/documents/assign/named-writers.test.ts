import { expect, test } from 'vitest'
import { writersNamedIn } from './named-writers.ts'

const writersOf = (...names: string[]) =>
  writersNamedIn(names.map((original_filename) => ({ id: original_filename, original_filename })))

test.each([
  ['Jaden Price - essay.docx', 'Jaden Price'],
  ['Essay 2 – Jaden Price.docx', 'Jaden Price'],
  ['Jaden Price_essay final (2).docx', 'Jaden Price'],
  ['Price, Jaden - draft.docx', 'Price, Jaden'],
  ['Seán O’Neill - homework.pdf', 'Seán O’Neill'],
  ['Noor van der Berg - essay.docx', 'Noor van der Berg'],
  ['Léa Martin - dissertation.docx', 'Léa Martin'],
  ['Jaden Price_12345_assignsubmission_file_essay.docx', 'Jaden Price'],
])('finds in %s the writer %s', (filename, writer) => {
  expect(writersOf(filename)).toEqual([writer])
})

test.each([
  'Animal Farm.docx',
  'Jaden Price.docx',
  'Animal Farm essay.docx',
  'Science Fiction - essay.docx',
  'How Cars Changed Our Towns - essay.docx',
  'Climate change - essay.docx',
  'Macbeth - Lady Macbeth - essay.docx',
  'jaden price - essay.docx',
  'Group 3 - essay.docx',
  'essay - final.docx',
  'Participant 12345_12345_assignsubmission_file_essay.docx',
])('finds nobody in %s, which may be a title', (filename) => {
  expect(writersOf(filename)).toEqual([])
})

test('takes a title that several files have for what it is, whether the name stands before or behind it', () => {
  expect(writersOf('Jaden Price - Animal Farm.docx', 'Maya Patel - Animal Farm.docx')).toEqual([
    'Jaden Price',
    'Maya Patel',
  ])
  expect(writersOf('Animal Farm - Jaden Price.docx', 'Animal Farm - Maya Patel.docx')).toEqual([
    'Jaden Price',
    'Maya Patel',
  ])
})

test('finds nobody where most files have no name', () => {
  expect(writersOf('Animal Farm - essay.docx', 'essay.docx', 'homework (3).docx')).toEqual([])
})
