import { CsvError, readRows } from '../../../../../apps/web/src/features/classes/students/bulk/read-csv.ts'
import { csvLine } from '../../../../../packages/contract/src/index.ts'
import { assertRule, type Target } from '../target.ts'

const header = 'Firstname,Lastname,Email Address,External ID,Descriptor,Assign to Class'

/** Whether a spreadsheet would run a cell. */
const runs = (cell: string) => /^"?[\s\p{Cc}]*[=+\-@]/u.test(cell)

/** Imported lists of students, and our exported lists. */
export const csv = (): Target => ({
  name: 'CSV',
  seeds: [
    `${header}\nIda,Holm,ida@school.example,7,,7B\n`,
    `\ufeff${header}\r\n"Jo, Jr",Vik,,,"a ""b""",\r\n`,
    `${header.replaceAll(',', ';')}\nZoé;Ek;;;"a; b";"7\nB"\nBo;"open;;;;\n`,
    `${header}\rÅse,Ek,,,,\r=1+1,@x,-2,+3,\t4,\n`,
  ].map((text) => Buffer.from(text)),
  words: [',', '","', '""', '\r', '\n', '=', '+', '@', '\t=', '\uff1d', header],
  maxBytes: 3_000,
  withText: (text) => Buffer.from(`${header}\n${text},Holm,ida@school.example,7,,7B\n`),
  run(input) {
    const text = input.toString('utf8')
    try {
      const { rows, lines, skipped } = readRows(text)
      assertRule(rows.length === lines.length && rows.length > 0, 'Every row has its line')
      assertRule(
        new Set([...lines, ...skipped.map(({ line }) => line)]).size === lines.length + skipped.length,
        'No line is two rows',
      )
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
    }
    const line = csvLine([text])
    assertRule(!runs(line), 'No cell of ours is run by a spreadsheet')
    assertRule(
      line.endsWith('\r\n') && (/^"[\s\S]*"\r\n$/.test(line) || !/[\r\n]/.test(line.slice(0, -2))),
      'A cell stays in its line',
    )
  },
})
