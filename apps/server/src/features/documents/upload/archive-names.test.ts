import { expect, test } from 'vitest'
import { differingNames, readNames } from './archive-names.ts'

/** Names whose letters beyond ASCII are given as bytes, such as `J{f6}rg`, as an archive holds them. */
const read = (...names: string[]) =>
  readNames(
    names.map((name) => ({
      fileNameRaw: Buffer.from(
        name.replaceAll(/\{([\da-f]{2})\}/g, (_, byte: string) =>
          String.fromCharCode(Number.parseInt(byte, 16)),
        ),
        'latin1',
      ),
      generalPurposeBitFlag: 0,
      extraFields: [],
    })),
  ).map((reading) => reading.names)

test.each([
  ['code page 437', ['M{81}ller_J{94}rg.docx', 'Ren{82}.docx'], ['Müller_Jörg.docx', 'René.docx']],
  ['code page 850', ['S{9b}ren {9d}sterg{86}rd.docx', 'Jo{c6}o.docx'], ['Søren Østergård.docx', 'João.docx']],
  [
    'Windows-1252',
    ['M{fc}ller_J{f6}rg.docx', 'Garc{ed}a.docx', 'Zo{eb}{92}s essay.docx'],
    ['Müller_Jörg.docx', 'García.docx', 'Zoë’s essay.docx'],
  ],
  ['code page 866', ['{88}{a2}{a0}{ad}{ae}{a2} 7{81}.docx'], ['Иванов 7Б.docx']],
  [
    'Windows-1251',
    ['{c8}{e2}{e0}{ed}{ee}{e2}.docx', '{cf}{b8}{f2}{f0} 7{c1}.docx'],
    ['Иванов.docx', 'Пётр 7Б.docx'],
  ],
  [
    'Windows-1250',
    ['Pawe{b3}.docx', 'Zieli{f1}ski.docx', '{8a}imon.docx'],
    ['Paweł.docx', 'Zieliński.docx', 'Šimon.docx'],
  ],
  [
    'GBK',
    ['{d5}{c5}{ce}{b0}_{d7}{f7}{d2}{b5}1.docx', '{c0}{ee}{c4}{c8}/{86}{b4}.docx'],
    ['张伟_作业1.docx', '李娜/喆.docx'],
  ],
])('names in %s are read, though the archive does not say so', (_, bytes, names) => {
  expect(read(...bytes)).toEqual([names])
})

test('one archive has one charset: its other names decide what a single one could also be', () => {
  expect(
    read('Ju{e1}rez.docx', 'Zo{eb}.docx', 'Jo{e3}o.docx', 'Ant{f5}nio.docx', '{d1}u{f1}ez.docx'),
  ).toContainEqual(['Juárez.docx', 'Zoë.docx', 'João.docx', 'Antõnio.docx', 'Ñuñez.docx'])
  expect(read('Ju{e1}rez.docx')).toEqual([['Jußrez.docx'], ['Juárez.docx']])
  expect(read('Ju{e1}rez.docx', 'Zo{eb}.docx')).toEqual([['Juárez.docx', 'Zoë.docx']])
})

test.each([
  ['a Polish archive of DOS or one of western Europe', ['Pawe{88}.docx', 'Zieli{e4}ski.docx'], 'Paweł.docx'],
  ['a Turkish one of Windows', ['{de}ahin.docx', '{d6}zg{fc}r.docx'], 'Şahin.docx'],
  ['a Spanish one of Windows', ['Mu{f1}oz.docx'], 'Muñoz.docx'],
])('the right names are among those that are asked about: %s', (_, bytes, name) => {
  const readings = read(...bytes)
  expect(readings.length).toBeGreaterThan(1)
  expect(readings.map(([first]) => first)).toContain(name)
})

test('a few of the names in which readings differ are shown, as each has them', () => {
  const readings = [
    ['a.txt', 'ß1', 'ß2', 'ß3', 'ß4'],
    ['a.txt', 'á1', 'á2', 'á3', 'á4'],
  ]
  expect(differingNames(readings)).toEqual([
    ['ß1', 'ß2', 'ß3'],
    ['á1', 'á2', 'á3'],
  ])
})

test('a name in UTF-8 is read as such beside others, and its separators are slashes', () => {
  expect(read('Zo{c3}{ab}\\essay.docx', 'Ren{82}.docx')).toEqual([['Zoë/essay.docx', 'René.docx']])
})
