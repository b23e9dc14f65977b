import { teacherImportLimits } from '@penmark/contract'
import { describe, expect, test } from 'vitest'
import { readList, TeacherListError } from './read-list.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const read = (...lines: string[]) => readList(bytesOf(lines.join('\n')))

const ana = {
  line: 2,
  email: 'ana@school.example',
  first_name: 'Ana',
  last_name: 'Sol',
  is_administrator: null,
  is_active: null,
}

describe('a list of teachers', () => {
  test.each([
    ['commas', 'Email,First name,Last name\nana@school.example,Ana,Sol'],
    ['semicolons', 'Email;First name;Last name\r\nana@school.example;Ana;Sol\r\n'],
    ['tabs', 'Email\tFirst name\tLast name\nana@school.example\tAna\tSol'],
    ['a byte order mark', '\uFEFFemail,firstname,lastname\nana@school.example,Ana,Sol'],
    ['French headings', 'Nom;Prénom;Adresse e-mail\nSol;Ana;ANA@school.example'],
    ['columns that mean nothing here', 'Id,E-mail,Surname,Given name\n7, ana@school.example ,Sol,Ana'],
    ['the headings of a British school', 'Surname,Forename,Work Email,Title\nSol,Ana,ana@school.example,Ms'],
    ['the headings of a database', 'last_name,first_name,email\nSol,Ana,ana@school.example'],
  ])('is read with %s', (_what, text) => {
    expect(readList(bytesOf(text)).teachers).toEqual([ana])
  })

  test('is read below a title, or below the line that names the separator', () => {
    const rows = ['Email,First name,Last name', 'ana@school.example,Ana,Sol']
    expect(read('Staff list 2026/27,,', '', ...rows).teachers).toEqual([{ ...ana, line: 4 }])
    expect(read('sep=,', ...rows).teachers).toEqual([{ ...ana, line: 3 }])
  })

  test('is read in the encodings that spreadsheets save', () => {
    const text = 'Email;Prénom;Nom\nzoe@school.example;Zoé;Müller'
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    for (const bytes of [
      Buffer.from(text, 'utf8'),
      Buffer.from(text, 'latin1'),
      utf16,
      Buffer.from(utf16).swap16(),
    ])
      expect(readList(bytes).teachers[0]).toMatchObject({ first_name: 'Zoé', last_name: 'Müller' })
  })

  test('keeps the letters that Windows alone writes', () => {
    const bytes = Buffer.from('Email;Prénom;Nom\njiri@school.example;Ji\x9ai;O\x92Neill', 'latin1')
    expect(readList(bytes).teachers[0]).toMatchObject({ first_name: 'Jiši', last_name: 'O’Neill' })
  })

  test('says who administers and who is active, in English and French', () => {
    const { teachers } = read(
      'email,first name,last name,role,active',
      'a@school.example,A,A,Administrator,yes',
      'b@school.example,B,B,enseignant,non',
      'c@school.example,C,C,,',
    )
    expect(teachers.map(({ is_administrator, is_active }) => [is_administrator, is_active])).toEqual([
      [true, true],
      [false, false],
      [null, null],
    ])
  })

  test('is used without its faulty lines, which are named by number', () => {
    const { teachers, problems, emails, hasUnknownPeople } = read(
      'email,first name,last name,role,active',
      'ana@school.example,Ana,Sol,,',
      '',
      'bo@school.example,Bo,Aas,head,',
      'ANA@school.example,Ana,Again,,',
      'cy@school.example,Cy,Lo,,perhaps',
      `dee@school.example,${'D'.repeat(101)},Ro,,`,
    )
    expect(teachers).toEqual([ana])
    expect(problems).toEqual([
      { line: 4, code: 'role' },
      { line: 5, code: 'duplicate' },
      { line: 6, code: 'active' },
      { line: 7, code: 'too-long' },
    ])
    expect([...emails]).toEqual([
      'ana@school.example',
      'bo@school.example',
      'cy@school.example',
      'dee@school.example',
    ])
    expect(hasUnknownPeople).toBe(false)
  })

  test.each([
    ['email', 'bo at school,Bo,Aas'],
    ['email', ',Bo,Aas'],
    ['email', 'bo@school.example@evil.example,Bo,Aas'],
    ['columns', 'bo@school.example,Bo'],
    ['quotes', 'bo@school.example,"Bo,Aas'],
  ])('does not know whom a line is about that has a fault in its %s: %s', (code, line) => {
    const { teachers, problems, hasUnknownPeople } = read(
      'email,first name,last name',
      line,
      'ana@school.example,Ana,Sol',
    )
    expect(teachers).toEqual([{ ...ana, line: 3 }])
    expect(problems).toEqual([{ line: 2, code }])
    expect(hasUnknownPeople).toBe(true)
  })

  test('counts lines as an editor does, also after a line break in a value', () => {
    const { teachers, problems } = read(
      'email,first name,last name',
      'ana@school.example,"Ana\nMaria",Sol',
      'nobody,Bo,Aas',
    )
    expect(teachers[0]).toMatchObject({ first_name: 'Ana Maria' })
    expect(problems).toEqual([{ line: 4, code: 'email' }])
  })

  test.each([
    ['empty', ' \n'],
    ['no-rows', 'email,first name,last name\n,,\n'],
    ['headings', 'name,school\nAna,Hill'],
    ['headings', 'email,first name,last name,e-mail\na@b.example,A,B,c@d.example'],
    ['unreadable', 'email,first name,last name\nana@school.example,A\u0000na,Sol'],
    [
      'too-many-lines',
      `email,first name,last name\n${'a@b.example,A,B\n'.repeat(teacherImportLimits.lines + 1)}`,
    ],
    ['too-large', 'x'.repeat(teacherImportLimits.bytes + 1)],
  ])('is refused when it is %s', (fault, text) => {
    const expected = fault === 'headings' ? 'headers' : fault
    expect(() => readList(bytesOf(text))).toThrow(TeacherListError)
    expect(() => readList(bytesOf(text))).toThrow(expected)
  })
})
