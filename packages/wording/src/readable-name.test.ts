import { expect, test } from 'vitest'
import { readableName } from './readable-name.ts'

const clarke = { first_name: 'Amelia', last_name: 'Clarke', year_group: null }

test.each([
  [
    'Clarke Amelia_2301234_assignsubmission_file_Macbeth essay.docx',
    'Macbeth essay.docx',
    'Clarke Amelia · Macbeth essay.docx',
  ],
  [
    'clarkeamelia_LATE_12345_67890_macbeth_final-1.docx',
    'macbeth final-1.docx',
    'clarkeamelia · macbeth final-1.docx',
  ],
  ['clarkeamelia_12345_67890_text.html', 'text.html', 'clarkeamelia · text.html'],
  ['Essay 1_aclarke_attempt_2026-11-20-10-11-12_Macbeth.pdf', 'Macbeth.pdf', 'aclarke · Macbeth.pdf'],
  [
    '104-2211 - Amelia Clarke - Nov 20, 2026 1011 AM - Macbeth.pdf',
    'Macbeth.pdf',
    'Amelia Clarke · Macbeth.pdf',
  ],
  ['Amelia Clarke_essay.docx', 'essay.docx', 'Amelia Clarke_essay.docx'],
  ['CLARKE, Amelia - essay.docx', 'essay.docx', 'CLARKE, Amelia - essay.docx'],
  ['Macbeth_final.docx', 'Macbeth_final.docx', 'Macbeth_final.docx'],
  ['Amelia Clarke.docx', 'Amelia Clarke.docx', 'Amelia Clarke.docx'],
  ['clarkeamelia_late_5_42_text.html', 'text.html', 'clarkeamelia · text.html'],
  ['coopereth_LATE_123456_7891011_Essay.docx', 'Essay.docx', 'coopereth · Essay.docx'],
  ['Group_5_2_Report.txt', 'Group_5_2_Report.txt', 'Group_5_2_Report.txt'],
  ['essay_2024_11_final.txt', 'essay_2024_11_final.txt', 'essay_2024_11_final.txt'],
  ['essay_2024_1105_final.txt', 'essay_2024_1105_final.txt', 'essay_2024_1105_final.txt'],
  ['Scan_20241105_101112_a.pdf', 'Scan_20241105_101112_a.pdf', 'Scan_20241105_101112_a.pdf'],
  ['2026_11_20_essay.docx', '2026_11_20_essay.docx', '2026_11_20_essay.docx'],
])(
  'cuts what a platform put in front of %s, and keeps the writer while nobody is assigned',
  (original_filename, assigned, unassigned) => {
    expect(readableName({ original_filename, student_details: clarke })).toBe(assigned)
    expect(readableName({ original_filename, student_details: null })).toBe(unassigned)
  },
)

test('cuts the student behind the task of a text from the writing room', () => {
  const original_filename = 'Should homework be banned?, Amelia Clarke.txt'
  expect(readableName({ original_filename, student_details: clarke })).toBe('Should homework be banned?')
  expect(readableName({ original_filename, student_details: null })).toBe(original_filename)
})

test('knows the student by one name too, in either order', () => {
  const original_filename = 'Clarke Amelia_essay.docx'
  expect(readableName({ original_filename, student_name: 'Amelia Clarke' })).toBe('essay.docx')
  expect(readableName({ original_filename, student_name: null })).toBe(original_filename)
})
