import { describe, expect, test } from 'vitest'
import { guessColumns, readOtherList, studentsOf } from './other-columns.ts'

const read = (...lines: string[]) => {
  const list = readOtherList(lines.join('\n'))
  if (!list) throw new Error('This is no list.')
  return studentsOf(list, guessColumns(list)).rows
}

describe('the columns of other lists are guessed', () => {
  test.each([
    ['Moodle', ['First name,Surname,ID number,Email address', 'Amira,Haddad,A17,ahaddad@school.example']],
    [
      'Google Classroom',
      ['Last Name;First Name;Email Address;Student ID', 'Haddad;Amira;ahaddad@school.example;A17'],
    ],
    [
      'SIMS, below a title',
      [
        'Year 10 English,,,',
        '',
        'Legal Surname,Preferred Forename,UPN,Email',
        'Haddad,Amira,A17,ahaddad@school.example',
      ],
    ],
    [
      'Google Workspace',
      [
        'First Name [Required],Last Name [Required],Email Address [Required],Employee ID,User ID',
        'Amira,Haddad,ahaddad@school.example,,A17',
      ],
    ],
    ['OneRoster', ['sourcedId,givenName,familyName,email', 'A17,Amira,Haddad,ahaddad@school.example']],
    ['Gradescope', ['Last Name,First Name,SID,Email', 'Haddad,Amira,A17,ahaddad@school.example']],
    ['a French school', ['Nom;Prénom;Identifiant;E-mail', 'Haddad;Amira;A17;ahaddad@school.example']],
    ['a German school', ['Nachname;Vorname;Kennung;E-Mail', 'Haddad;Amira;A17;ahaddad@school.example']],
    ['an Italian school', ['Cognome;Nome;Matricola;E-mail', 'Haddad;Amira;A17;ahaddad@school.example']],
    [
      'a Spanish school',
      ['Apellidos;Nombre;Matrícula;Correo electrónico', 'Haddad;Amira;A17;ahaddad@school.example'],
    ],
    ['a Russian school', ['Фамилия;Имя;Номер;Электронная почта', 'Haddad;Amira;A17;ahaddad@school.example']],
  ])('from %s', (_, lines) => {
    expect(read(...lines)).toEqual([
      {
        FirstName: 'Amira',
        LastName: 'Haddad',
        EmailAddress: 'ahaddad@school.example',
        ExternalID: 'A17',
        Descriptor: '',
        AssignToClass: '',
      },
    ])
  })

  test('also where one column holds the whole name, as in Canvas', () => {
    const rows = read('Student,ID,Section', '"Haddad, Amira",17,10E', 'Théo Jean Moreau,18,10E', ',,')
    expect(
      rows.map(({ FirstName, LastName, ExternalID, AssignToClass }) => [
        FirstName,
        LastName,
        ExternalID,
        AssignToClass,
      ]),
    ).toEqual([
      ['Amira', 'Haddad', '17', '10E'],
      ['Théo Jean', 'Moreau', '18', '10E'],
    ])
  })
})

test.each([
  ['Jan de Vries', 'Jan', 'de Vries'],
  ['Anna Maria van der Berg', 'Anna Maria', 'van der Berg'],
  ['Maria da Silva Santos', 'Maria', 'da Silva Santos'],
  ['Juan Carlos de la Cruz', 'Juan Carlos', 'de la Cruz'],
  ['Ahmad bin Hassan', 'Ahmad', 'bin Hassan'],
  ['Karl zu Guttenberg', 'Karl', 'zu Guttenberg'],
  ["Piet van 't Hof", 'Piet', "van 't Hof"],
  ['José Ortega y Gasset', 'José', 'Ortega y Gasset'],
  ['Di Nguyen', 'Di', 'Nguyen'],
  ['Thi Van Nguyen', 'Thi Van', 'Nguyen'],
  ['Ali bin', 'Ali', 'bin'],
  ['Cher', 'Cher', ''],
])('takes %s for %s and %s', (name, first, last) => {
  expect(read('Student,ID', `${name},17`)).toMatchObject([{ FirstName: first, LastName: last }])
})

test('is no list without two columns, or without rows', () => {
  expect(readOtherList('Name\nAmira')).toBeNull()
  expect(readOtherList('Name,Class\n\n')).toBeNull()
})
