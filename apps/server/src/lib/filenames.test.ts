import { expect, test } from 'vitest'
import { pdfFilename, safeName, uniqueNames } from './filenames.ts'

test('never gives two files of an archive the same name, ignoring case', () => {
  const unique = uniqueNames()
  expect(['a/b.pdf', 'A/B.pdf', 'a/b.pdf', 'a/c.pdf'].map(unique)).toEqual([
    'a/b.pdf',
    'A/B (2).pdf',
    'a/b (3).pdf',
    'a/c.pdf',
  ])
})

test.each([
  ['Holm Ida', 'Holm Ida'],
  ['../up', 'up'],
  ['a/b\\c:d', 'a b c d'],
  ['...', 'nobody'],
  [null, 'nobody'],
])('turns %j into a folder name that cannot leave its folder', (name, expected) => {
  expect(safeName(name, 'nobody')).toBe(expected)
})

test.each([
  ['essay.docx', 'essay - report.pdf'],
  ['John F. Kennedy - Essay no. 2', 'John F. Kennedy - Essay no. 2 - report.pdf'],
])('a report on %s is named %s', (name, expected) => {
  expect(pdfFilename(name)).toBe(expected)
})
