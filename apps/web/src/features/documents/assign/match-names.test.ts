import { expect, test } from 'vitest'
import { matchStudents, withMatchesIn } from './match-names.ts'

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
type Stated = { author?: string; first_lines?: string[] }
const matchOf = (
  filename: string,
  among: Parameters<typeof matchStudents>[1] = students,
  stated: Stated = {},
) =>
  matchStudents([{ id: 'd', original_filename: filename }], among, {
    stated: [{ id: 'd', author: null, first_lines: [], ...stated }],
  }).get('d') ?? null
const matched = (...args: Parameters<typeof matchOf>) => matchOf(...args)?.student_id ?? null

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
  expect(matchOf(filename)).toEqual({ student_id: name, reason: 'name' })
})

test.each([
  'essay.docx',
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

const classmates = [
  'Ethan|Brooks',
  'Harriet|Cooper',
  'Eleanor|Cooper',
  'Kai|Tanaka',
  'Ben|Carter',
  'Ben|Archer',
  'Marie|Durand',
  'April|Jones',
  'Jean|de la Tour',
  'Sara|Hughes',
  'Sarah|Owen',
  'Tim|Ellis',
  'Sam|Wood',
  'Rose|Adams',
].map(student)

test.each([
  ['Ethan essay.docx', 'Ethan Brooks', 'firstName'],
  ['essay final ethan (2).docx', 'Ethan Brooks', 'firstName'],
  ["Ethan's homework.docx", 'Ethan Brooks', 'firstName'],
  ['Brooks Y10 English.docx', 'Ethan Brooks', 'lastName'],
  ['H Cooper.docx', 'Harriet Cooper', 'initial'],
  ['E. Cooper - car usage.docx', 'Eleanor Cooper', 'initial'],
  ['Cooper, H.docx', 'Harriet Cooper', 'initial'],
  ['Ben C essay.docx', 'Ben Carter', 'initial'],
  ['Sarah essay.docx', 'Sarah Owen', 'firstName'],
  ['A Jones.docx', 'April Jones', 'initial'],
  ['Devoir de la Tour.docx', 'Jean de la Tour', 'lastName'],
])('suggests for %s the only student who fits, %s (%s)', (filename, student_id, reason) => {
  expect(matchOf(filename, classmates)).toEqual({ student_id, reason })
})

test.each([
  'Ben essay.docx',
  'Cooper essay.docx',
  'Marie Curie.docx',
  'April.docx',
  'Harriet Tubman and Ethan.docx',
  'A Brief History of Time.docx',
  'Into the Woods.docx',
  'A Rose for Emily.docx',
])('suggests nobody for %s', (filename) => {
  expect(matchOf(filename, classmates)).toBeNull()
})

test.each([
  [{ first_lines: ['Kai Tanaka'] }, 'Kai Tanaka', 'firstLines'],
  [{ first_lines: ['Should cars be limited?', 'Name: Kai T. (10A)'] }, 'Kai Tanaka', 'firstLines'],
  [{ author: 'Ben Carter' }, 'Ben Carter', 'author'],
])('suggests whom the text or the file names: %j', (stated, student_id, reason) => {
  expect(matchOf('Scan 0032.pdf', classmates, stated)).toEqual({ student_id, reason })
})

test.each([
  [{ first_lines: ['Kai Tanaka met Ben Carter on Monday.'] }],
  [{ first_lines: ['Kai Tanaka', 'Ben Carter'] }],
  [{ author: 'Windows User' }],
  [{ author: 'Ben' }],
])('suggests nobody if the text or the file names no student alone: %j', (stated) => {
  expect(matchOf('Scan 0032.pdf', classmates, stated)).toBeNull()
})

test('suggests nobody if the name of a file hints at one student and its text at another', () => {
  expect(matched('Ethan essay.docx', classmates, { author: 'Ben Carter' })).toBeNull()
  expect(matched('Ethan Brooks.docx', classmates, { author: 'Ben Carter' })).toBe('Ethan Brooks')
})

test('suggests nobody twice, nor beside a text that is certainly theirs', () => {
  const upload = ['Ethan Brooks.docx', 'Ethan essay.docx', 'one.docx', 'two.docx'].map(
    (original_filename) => ({
      id: original_filename,
      original_filename,
    }),
  )
  const stated = ['one.docx', 'two.docx'].map((id) => ({ id, author: 'Ben Carter', first_lines: [] }))
  expect([...matchStudents(upload, classmates, { stated }).keys()]).toEqual(['Ethan Brooks.docx'])
  const [, ethan = upload[0]] = upload
  expect(matchStudents(ethan ? [ethan] : [], classmates, { taken: new Set(['Ethan Brooks']) }).size).toBe(0)
})

test('suggests nobody if a name fits two students and the author is neither of them', () => {
  const twoEthans = [...classmates, { ...student('Ethan|Fox') }]
  expect(matched('Ethan essay.docx', twoEthans, { author: 'Kai Tanaka' })).toBeNull()
  expect(matched('Ethan essay.docx', twoEthans, { author: 'Ethan Fox' })).toBe('Ethan Fox')
  const twoKais = [...classmates, { ...student('Kai|Tanaka'), id: 'the other' }]
  expect(matched('Scan.pdf', twoKais, { first_lines: ['Kai Tanaka'], author: 'Ben Carter' })).toBeNull()
})

test('marks what holds within a class alone', () => {
  const documents = [{ id: 'd', original_filename: 'Ben essay.docx' }]
  const all = matchStudents(documents, classmates)
  const inClass = matchStudents(documents, [student('Ben|Carter')])
  expect(all.size).toBe(0)
  expect(withMatchesIn('10A', all, inClass).get('d')).toEqual({
    student_id: 'Ben Carter',
    reason: 'firstName',
    group: '10A',
  })
})
