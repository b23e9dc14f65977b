import { describe, expect, test } from 'vitest'
import { classAddress, studentAddress } from '../../../lib/addresses/addresses.ts'
import { backLink } from './document-header.tsx'

const to = (query: string) => backLink(new URLSearchParams(query)).to

describe('the back link of a report', () => {
  test.each([
    ['from=class-student&classId=c1&studentId=s1', '/classes/c1/students/s1'],
    ['from=class&classId=c1', '/classes/view/c1'],
    ['from=student&classId=c1&studentId=s1', '/students/view/s1?from=class&classId=c1'],
    ['from=students&studentId=s1', '/students/view/s1?from=students'],
    ['from=dashboard', '/dashboard'],
    ['from=analytics', '/analytics'],
    ['from=elsewhere', '/documents'],
    ['', '/documents'],
  ])('goes from "%s" to %s', (query, expected) => {
    expect(to(query)).toBe(expected)
  })

  test('encodes ids, so that they cannot change the path', () => {
    expect(classAddress('a/b?c')).toBe('/classes/view/a%2Fb%3Fc')
    expect(studentAddress('s#1', 'a&b')).toBe('/students/view/s%231?from=class&classId=a%26b')
  })

  test.each([
    '',
    '..',
    '.',
    'undefined',
    'null',
    '%20',
    'a%0Ab',
    '%ff',
    'x'.repeat(201),
    'a%2Fb%3Fc',
    'a%26b',
    '%3Cb%3E',
  ])('falls back to the documents for the id "%s"', (id) => {
    expect(to(`from=class&classId=${id}`)).toBe('/documents')
    expect(to(`from=students&studentId=${id}`)).toBe('/documents')
    expect(to(`from=class-student&classId=c1&studentId=${id}`)).toBe('/documents')
    expect(to(`from=student&classId=${id}&studentId=s1`)).toBe('/documents')
  })
})
