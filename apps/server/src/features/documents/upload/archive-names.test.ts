import { expect, test } from 'vitest'
import { namesInArchive } from './archive-names.ts'

/** Names whose letters beyond ASCII are given as bytes, such as `J{f6}rg`, as an archive holds them. */
const read = (...names: string[]) =>
  namesInArchive(
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
  )

test.each([
  ['code page 437', ['M{81}ller_J{94}rg.docx', 'Ren{82}.docx'], ['Müller_Jörg.docx', 'René.docx']],
  ['code page 850', ['S{9b}ren {9d}sterg{86}rd.docx', 'Jo{c6}o.docx'], ['Søren Østergård.docx', 'João.docx']],
  [
    'Windows-1252',
    ['M{fc}ller_J{f6}rg.docx', 'Garc{ed}a.docx', 'Zo{eb}{92}s essay.docx'],
    ['Müller_Jörg.docx', 'García.docx', 'Zoë’s essay.docx'],
  ],
  ['code page 866', ['{88}{a2}{a0}{ad}{ae}{a2} 7{81}.docx'], ['Иванов 7Б.docx']],
  ['Windows-1251', ['{c8}{e2}{e0}{ed}{ee}{e2}.docx', '{cf}{b8}{f2}{f0}.docx'], ['Иванов.docx', 'Пётр.docx']],
  [
    'GBK',
    ['{d5}{c5}{ce}{b0}_{d7}{f7}{d2}{b5}1.docx', '{c0}{ee}{c4}{c8}/{86}{b4}.docx'],
    ['张伟_作业1.docx', '李娜/喆.docx'],
  ],
])('names in %s are read, though the archive does not say so', (_, bytes, names) => {
  expect(read(...bytes)).toEqual(names)
})

test('one archive has one charset: its other names decide what a single one could also be', () => {
  expect(read('Ju{e1}rez.docx', 'Mu{f1}oz.docx')).toEqual(['Juárez.docx', 'Muñoz.docx'])
})

test('a name in UTF-8 is read as such beside others, and its separators are slashes', () => {
  expect(read('Zo{c3}{ab}\\essay.docx', 'Ren{82}.docx')).toEqual(['Zoë/essay.docx', 'René.docx'])
})
