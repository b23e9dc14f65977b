import { describe, expect, test } from 'vitest'
import { type CsvFault, columns, readCsv, readRows } from './read-csv.ts'

const header = columns.join(',')
const faultOf = (read: () => unknown): CsvFault | null => {
  try {
    read()
    return null
  } catch (error) {
    return (error as { fault: CsvFault }).fault
  }
}

describe('reading a list of students', () => {
  test("splits at every comma and trims, with the API's field names", () => {
    expect(readRows(`${header}\n Ida , Holm,ida@school.example,x-1, Left-handed ,7B\n`)).toEqual({
      rows: [
        {
          FirstName: 'Ida',
          LastName: 'Holm',
          EmailAddress: 'ida@school.example',
          ExternalID: 'x-1',
          Descriptor: 'Left-handed',
          AssignToClass: '7B',
        },
      ],
      lines: [2],
      skipped: [],
    })
  })

  test('strips a byte order mark and carriage returns', () => {
    const { rows } = readRows(`\uFEFF${header}\r\nIda,Holm,,,,7B\r\n`)
    expect(rows).toMatchObject([{ FirstName: 'Ida', AssignToClass: '7B' }])
    expect(readRows(`${header}\rIda,Holm,,,,\rBo,Lund,,,,`).rows).toHaveLength(2)
  })

  test('reads Arabic names without the invisible marks of their direction', () => {
    const { rows } = readRows(`${header}\n\u200fأمينة\u200f,\u202bحداد\u202c,,,,7B\n`)
    expect(rows).toMatchObject([{ FirstName: 'أمينة', LastName: 'حداد' }])
  })

  test('reads what Excel saves as Unicode text: UTF-16 with tabs', async () => {
    const text = `${columns.join('\t')}\r\nThéo\tMoreau\t\t00124\t\t9B\r\n`
    const units = Uint16Array.from(`\uFEFF${text}`, (character) => character.charCodeAt(0))
    const bigEndian = new Uint8Array(units.buffer.slice(0))
    for (let byte = 0; byte < bigEndian.length; byte += 2) bigEndian.subarray(byte, byte + 2).reverse()
    for (const bytes of [units.buffer, bigEndian.buffer]) {
      const { rows } = await readCsv(new File([bytes], 'students.csv'))
      expect(rows).toMatchObject([{ FirstName: 'Théo', ExternalID: '00124', AssignToClass: '9B' }])
    }
  })

  test('leaves out empty values at the right, titles above the header and the line that names the separator', () => {
    const trailing = readRows(`${header},,\r\nIda,Holm,,,,7B,,\r\n`)
    expect([trailing.rows.length, trailing.skipped]).toEqual([1, []])
    const titled = readRows(`Class list 2026/27,,,,,\n\n${header}\nIda,Holm,,,,7B\n`)
    expect([titled.rows, titled.lines]).toMatchObject([[{ LastName: 'Holm' }], [4]])
    expect(readRows(`sep=;\n${columns.join(';')}\nIda;Holm;;;;7B\n`).rows).toMatchObject([
      { LastName: 'Holm' },
    ])
  })

  test('skips rows with a wrong number of values and lists their lines; blank lines are ignored', () => {
    const read = readRows(
      `${header}\nIda,Holm,,,,\nBo,Lund\n\nCid,Berg,,,EAL, front row,7B\nDora,Falk,,,,\n\n`,
    )
    expect(read.rows.map(({ FirstName }) => FirstName)).toEqual(['Ida', 'Dora'])
    expect(read.lines).toEqual([2, 6])
    expect(read.skipped).toEqual([
      { line: 3, text: 'Bo,Lund', reason: 'columns', values: 2 },
      { line: 5, text: 'Cid,Berg,,,EAL, front row,7B', reason: 'columns', values: 7 },
    ])
  })

  test('reads quoted values with commas, quotation marks and line breaks', () => {
    const read = readRows(
      `${header}\nCid,Berg,,," EAL, front row",7B\n"Jo ""J""",Vik,,,"two\r\nlines",\nDora,Falk,,,,`,
    )
    expect(read.rows.map(({ FirstName, Descriptor }) => [FirstName, Descriptor])).toEqual([
      ['Cid', 'EAL, front row'],
      ['Jo "J"', 'two\nlines'],
      ['Dora', ''],
    ])
    expect(read).toMatchObject({ lines: [2, 3, 5], skipped: [] })
  })

  test('reads the semicolons of French spreadsheets, and commas within values', () => {
    const { rows } = readRows(`${columns.join(';')}\nZoé;Lefèvre;;;ULIS, premier rang;"6e; A"`)
    expect(rows).toMatchObject([
      { LastName: 'Lefèvre', Descriptor: 'ULIS, premier rang', AssignToClass: '6e; A' },
    ])
  })

  test('loses no other student to an unclosed quotation mark', () => {
    const read = readRows(
      `${header}\nIda,Holm,,,"EAL, front row,\nBo "Bobby",Lund,,,,\nCid,Berg,,,"a, b",\nDora,Falk,,,,`,
    )
    expect(read.rows.map(({ FirstName, Descriptor }) => [FirstName, Descriptor])).toEqual([
      ['Bo "Bobby"', ''],
      ['Cid', 'a, b'],
      ['Dora', ''],
    ])
    expect(read.lines).toEqual([3, 4, 5])
    expect(read.skipped).toMatchObject([{ line: 2, text: 'Ida,Holm,,,"EAL, front row,', reason: 'quotes' }])
  })

  test.each<[CsvFault, string]>([
    ['empty', ''],
    ['empty', header],
    ['empty', `${header}\r\n \r\n`],
    ['headers', `${header},Extra\nIda,Holm,,,,,`],
    ['headers', `${header.toLowerCase()}\nIda,Holm,,,,`],
    ['headers', `${[...columns].reverse().join(',')}\nIda,Holm,,,,`],
    ['headers', `${columns.join('|')}\nIda|Holm||||`],
    ['noRows', `${columns.join(';')}\nIda,Holm,,,,`],
    ['noRows', `${header}\nIda,Holm`],
    ['parsing', `${header}\nI\u0000da,Holm,,,,`],
    ['tooMany', `${header}\n${'Ida,Holm,,,,\n'.repeat(5_001)}`],
  ])('refuses with "%s"', (fault, text) => {
    expect(faultOf(() => readRows(text))).toBe(fault)
  })

  test('accepts five thousand rows', () => {
    expect(readRows(`${header}\n${'Ida,Holm,,,,\n'.repeat(5_000)}`).rows).toHaveLength(5_000)
  })
})

describe('the file', () => {
  const file = (content: BlobPart, name: string, type = '') => new File([content], name, { type })

  test('is a CSV by name or by type', async () => {
    for (const [name, type] of [
      ['list.CSV', ''],
      ['list.txt', 'text/csv'],
    ] as const) {
      expect((await readCsv(file(`${header}\nIda,Holm,,,,`, name, type))).rows).toHaveLength(1)
    }
    await expect(readCsv(file(header, 'list.xlsx'))).rejects.toMatchObject({ fault: 'type' })
  })

  test('may be UTF-8, with or without a byte order mark', async () => {
    for (const mark of ['', '\uFEFF']) {
      expect((await readCsv(file(`${mark}${header}\nZoë,Ørsted,,,,`, 'a.csv'))).rows).toMatchObject([
        { FirstName: 'Zoë', LastName: 'Ørsted' },
      ])
    }
  })

  test('may be Windows-1252', async () => {
    const old = new TextEncoder()
      .encode(`${header}\nZo_,Holm,,,,`)
      .map((byte) => (byte === 0x5f ? 0xeb : byte))
    expect((await readCsv(file(old, 'a.csv'))).rows).toMatchObject([{ FirstName: 'Zoë' }])
  })

  test('that cannot be read is reported', async () => {
    const broken = file('', 'a.csv')
    broken.arrayBuffer = () => Promise.reject(new Error('gone'))
    await expect(readCsv(broken)).rejects.toMatchObject({ fault: 'reading' })
  })
})
