import { expect, test } from 'vitest'
import { type Line, readLines } from './score.ts'

async function linesOf(bytes: Buffer, chunkBytes: number): Promise<Line[]> {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
  }
  const lines: Line[] = []
  for await (const line of readLines(chunks())) lines.push(line)
  return lines
}

test('splits at line feeds only, wherever the chunks end', async () => {
  const text = 'première\n\u2028second\u2029 line\r\n\n🐝 last'
  for (const size of [1, 2, 3, 7, 1_000]) {
    const lines = await linesOf(Buffer.from(text), size)
    expect(lines.map(({ number, text: each }) => [number, each])).toEqual([
      [1, 'première'],
      [2, '\u2028second\u2029 line\r'],
      [3, ''],
      [4, '🐝 last'],
    ])
  }
})

test('reports a line that is not UTF-8 instead of changing its text, and continues', async () => {
  const lines = await linesOf(
    Buffer.concat([Buffer.from('good\n'), Buffer.from([0x61, 0xff]), Buffer.from('\ngood')]),
    4,
  )
  expect(lines.map(({ text, endsAt }) => [text, endsAt])).toEqual([
    ['good', 5],
    [null, 8],
    ['good', 12],
  ])
})

test('reads only as many lines as the caller asks for', async () => {
  let read = 0
  async function* endless() {
    for (;;) {
      read += 1
      yield Buffer.from('line\n')
    }
  }
  for await (const { number } of readLines(endless())) if (number === 3) break
  expect(read).toBe(3)
})
