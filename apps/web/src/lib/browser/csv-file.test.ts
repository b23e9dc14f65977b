import { describe, expect, test } from 'vitest'
import { csvText } from './csv-file.ts'

describe('a file for a spreadsheet', () => {
  test.each(['=1+1', '+44', '-2', '@sum(a1)', '\t=1', '\r=1', ' =1', '\u0001=1', '＝1', '＋1', '－1', '＠a'])(
    'never holds the formula %j',
    (value) => {
      const text = csvText([[value]]).slice(1)
      expect(text).toMatch(/^"?'/)
      expect(text).toContain(value)
    },
  )

  test('leaves words and numbers as they are', () => {
    expect(csvText([['Ida', 'O’Neill', 7, -7, null, 'a-b', 'a=b']])).toBe(
      '\uFEFFIda,O’Neill,7,-7,,a-b,a=b\r\n',
    )
  })

  test('quotes what would end a value', () => {
    expect(csvText([['a,b', 'c;d', 'say "so"', 'a\nb']])).toBe('\uFEFF"a,b","c;d","say ""so""","a\nb"\r\n')
  })
})
