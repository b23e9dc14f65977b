import { expect, test } from 'vitest'
import { nearStudents } from './near-students.ts'

const student = (first_name: string, last_name: string) => ({ id: first_name, first_name, last_name })
const near = nearStudents([
  student('Samuel', 'Lee'),
  student('Noor', 'van der Berg'),
  student('Zoë', 'Lefèvre'),
  student('Anna', 'Lopez'),
])

test.each([
  ['Sam Lee.docx', 'Samuel'],
  ['LEE, Sam - essay.docx', 'Samuel'],
  ['Sam Lee_12345_assignsubmission_file_Macbeth.docx', 'Samuel'],
  ['Noor-Jahan van der Berg.docx', 'Noor'],
  ['lefevre zo.pdf', 'Zoë'],
  ['Anna Maria Lopez essay.docx', 'Anna'],
])('knows who may be meant by %s', (filename, id) => {
  expect(near.ofFile(filename).map((found) => found.id)).toEqual([id])
})

test.each([
  'Samuel Lee.docx',
  'S Lee.docx',
  'Sam Leeds.docx',
  'Tom Lee.docx',
  'Sam.docx',
  'Lee.docx',
  'Sam and Anna Lee.docx',
  'essay.docx',
])('knows nobody for %s', (filename) => {
  expect(near.ofFile(filename)).toEqual([])
})

test('finds everybody whom a name may mean', () => {
  const lees = nearStudents([student('Samuel', 'Lee'), student('Samantha', 'Lee'), student('Ann', 'Lee')])
  const found = lees.ofName({ first_name: 'Sam', last_name: 'LEE' })
  expect(found.map(({ id }) => id)).toEqual(['Samuel', 'Samantha'])
})
