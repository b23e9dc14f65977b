import { expect, test } from 'vitest'
import { matchByName } from './match-names.ts'

const student = (name: string) => {
  const [first_name = '', last_name = ''] = name.split('|')
  return { id: name.replace('|', ' '), first_name, last_name }
}
const students = [
  'Amira|Haddad',
  'Zoë|Lefèvre',
  'Seán|O’Neill',
  'Jean-Pierre|de la Tour',
  'Łukasz|Żółć',
  'Søren|Ågård',
  'Ann|Lee',
  'Ann Mary|Lee',
  'Ben|Okafor',
  'Benedict|Okafor',
  'Sam|Smith',
  'Leïla Nour|Benali',
  '李|雷',
].map(student)
const twins = [student('Sam|Smith'), { ...student('Sam|Smith'), id: 'the other Sam Smith' }]
const matched = (filename: string, among: Parameters<typeof matchByName>[1] = students) =>
  matchByName([{ id: 'd', original_filename: filename }], among).get('d') ?? null

test.each([
  ['Amira_Haddad_essay.docx', 'Amira Haddad'],
  ['HADDAD, Amira.pdf', 'Amira Haddad'],
  ['HADDAD Amira - Essay 2 (final).docx', 'Amira Haddad'],
  ['essay-amira-haddad.txt', 'Amira Haddad'],
  ['AmiraHaddad essay.docx', 'Amira Haddad'],
  ['Amira Haddad_12345_assignsubmission_file_essay.docx', 'Amira Haddad'],
  ['Amira Haddad_12345_assignsubmission_file_Ben Okafor and me.docx', 'Amira Haddad'],
  ['haddadamira_12345_67890_essay.docx', 'Amira Haddad'],
  ['haddadamira_LATE_12345_67890_Ann Lee.docx', 'Amira Haddad'],
  ['Group_5_2_Amira Haddad.docx', 'Amira Haddad'],
  ['essay_2024_3_final_Ben Okafor.docx', 'Ben Okafor'],
  ['Scan_20241105_101112_Amira Haddad.pdf', 'Amira Haddad'],
  ['lefevre zoe.docx', 'Zoë Lefèvre'],
  ['LEFE\u0300VRE_Zoe\u0308.docx', 'Zoë Lefèvre'],
  ["O'Neill, Sean.docx", 'Seán O’Neill'],
  ['oneillsean_1_2_x.docx', 'Seán O’Neill'],
  ['DE LA TOUR Jean Pierre.docx', 'Jean-Pierre de la Tour'],
  ['Lukasz Zolc.txt', 'Łukasz Żółć'],
  ['soren_agard.txt', 'Søren Ågård'],
  ['Leila Benali - devoir.docx', 'Leïla Nour Benali'],
  ['Benali Leïla Nour.docx', 'Leïla Nour Benali'],
  ['Ann Mary Lee_77_assignsubmission_file_story.docx', 'Ann Mary Lee'],
  ['李雷.docx', '李 雷'],
])('matches %s to %s', (filename, name) => {
  expect(matched(filename)).toBe(name)
})

test.each([
  'essay.docx',
  'Amira.docx',
  'Haddad.docx',
  'Amira_Hadda_essay.docx',
  'Amira essay about Haddad.docx',
  'Amira Haddad and Ben Okafor.docx',
  'Ann Lee.docx',
  '.docx',
  '',
])('matches %s to nobody', (filename) => {
  expect(matched(filename)).toBeNull()
})

test('matches nobody if two students share a name', () => {
  expect(matched('Sam Smith.docx', twins)).toBeNull()
})

test('distinguishes names that begin alike', () => {
  expect(matched('Ben Okafor.docx')).toBe('Ben Okafor')
  expect(matched('okaforbenedict_1_2_x.docx')).toBe('Benedict Okafor')
})

test('finds a student by the user name or the id that a platform names files by, and not by a name alone', () => {
  const known = [
    { ...student('Amira|Haddad'), external_student_id: null, email: 'ahaddad@school.example' },
    { ...student('Théo|Moreau'), external_student_id: 'tmoreau', email: null },
    { ...student('Marie|Durand'), external_student_id: null, email: 'marie@school.example' },
  ]
  expect(matched('Essay 1_ahaddad_attempt_2026-11-19-22-14-03_essay.docx', known)).toBe('Amira Haddad')
  expect(matched('Essay 1_tmoreau_attempt_2026-11-19-23-40-11_final final.docx', known)).toBe('Théo Moreau')
  expect(matched('Marie Curie.docx', known)).toBeNull()
})
