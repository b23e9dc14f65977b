import { expect, it } from 'vitest'
import { csvLine } from './csv.ts'

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '＝1', '\r=1'])('makes %j harmless, so that no spreadsheet runs it', (text) => {
  const [line = ''] = csvLine([text]).split('\r\n')
  expect(line.replace(/^"/, '').startsWith("'")).toBe(true)
})

it('keeps plain text, numbers and blanks as they are, and quotes what would break the line', () => {
  expect(csvLine(['Ida', 0.824, null, 'a "b"', 'x,y', 'x;y', 'two\nlines'])).toBe('Ida,0.824,,"a ""b""","x,y","x;y","two\nlines"\r\n')
  expect(csvLine(['a', 'b'], ';')).toBe('a;b\r\n')
})
