import { describe, expect, it } from 'vitest'
import { csvOf } from './csv.ts'

const lines = async (...rows: (string | number | null)[][]) => (await csvOf(rows).text()).replace('\uFEFF', '').split('\r\n').slice(0, -1)

describe('a file for a spreadsheet', () => {
  it.each(['=1+1', '+44', '-2', '@sum(a1)', '\t=1', '\r=1', ' =1', '\u200b=1'.replace('\u200b', '\u0001'), '＝1', '＋1', '－1', '＠a'])(
    'never holds the formula %j',
    async (value) => {
      const text = (await csvOf([[value]]).text()).replace('\uFEFF', '')
      expect(text).toMatch(/^"?'/)
      expect(text).toContain(value)
    },
  )

  it('leaves words and numbers as they are', async () => {
    expect(await lines(['Ida', 'O’Neill', 7, -7, null, 'a-b', 'a=b'])).toEqual(['Ida,O’Neill,7,-7,,a-b,a=b'])
  })

  it('quotes what would be taken for the end of a value', async () => {
    expect(await lines(['a,b', 'c;d', 'say "so"'])).toEqual(['"a,b","c;d","say ""so"""'])
    expect(await csvOf([['a\nb']]).text()).toBe('\uFEFF"a\nb"\r\n')
  })

  it('begins with the mark by which spreadsheets know UTF-8', async () => {
    expect(new Uint8Array(await csvOf([['é']]).arrayBuffer()).slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]))
  })
})
