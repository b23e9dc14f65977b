import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '＝1', '\r=1'])(
  'escapes %j, so that no spreadsheet runs it as a formula',
  (text) => {
    const [line = ''] = csvLine([text]).split('\r\n')
    expect(line.replace(/^"/, '').startsWith("'")).toBe(true)
  },
)

test('leaves plain text, numbers and empty cells unchanged, and quotes delimiters and line breaks', () => {
  expect(csvLine(['Ida', 0.824, null, 'a "b"', 'x,y', 'x;y', 'two\nlines'])).toBe(
    'Ida,0.824,,"a ""b""","x,y","x;y","two\nlines"\r\n',
  )
  expect(csvLine(['a', 'b'], ';')).toBe('a;b\r\n')
})
