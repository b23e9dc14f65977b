import fc from 'fast-check'
import { expect, test } from 'vitest'
import { historyOf } from './history.ts'
import { writingSchema } from './schema.ts'
import { summariseHistory } from './summary.ts'
import { Writer, words } from './testing/writer.ts'

const countWords = (text: string) => text.match(/\S+/g)?.length ?? 0
const stretchOf = ({ entries }: Writer, keys: 'recorded' | 'joined' = 'recorded') =>
  summariseHistory(historyOf(entries, [], countWords, { keys }), countWords).fastest_stretch
const typeWord = (writer: Writer, word: string, afterMs: number) =>
  writer.change('typing', (change) => change.insert(writer.end, writingSchema.text(`${word} `)), afterMs)
const letters = (count: number) => words(count).replaceAll(' ', '').slice(0, count)

test('characters that a program typed are stated with the time they took, without the typing around them', () => {
  const inOneMoment = new Writer().type(words(40))
  inOneMoment.now += 3_000
  inOneMoment.type(letters(447), 1, 0).type(words(40, 2))
  expect(stretchOf(inOneMoment)).toEqual({ characters: 447, duration_ms: 0, pieces: 'characters' })
  const inTwoSeconds = new Writer().type(words(40))
  inTwoSeconds.now += 3_000
  inTwoSeconds.type(letters(355), inTwoSeconds.end, 5).type(words(40, 2))
  expect(stretchOf(inTwoSeconds)).toEqual({ characters: 355, duration_ms: 1_770, pieces: 'characters' })
})

test('words that come one by one at the speed of a program are told apart from keys', () => {
  const writer = new Writer()
  for (const word of words(60).split(' ')) typeWord(writer, word, 10)
  expect(stretchOf(writer)?.pieces).toBe('words')
})

test.each<[string, () => Writer]>([
  ['the fastest typist on record', () => new Writer().type(words(200), 1, 40)],
  [
    'a stenographer at 360 words a minute',
    () => {
      const writer = new Writer()
      for (const word of words(200).split(' ')) typeWord(writer, word, 166)
      return writer
    },
  ],
  ['somebody who holds a key down', () => new Writer().type(`${'_'.repeat(300)}\n${'.'.repeat(300)}`, 1, 10)],
  ['a phrase that a text expander writes', () => new Writer().type(letters(90), 1, 0).type(words(40))],
  ['a paste', () => new Writer().paste(words(100))],
  ['dictated sentences, which are counted as insertions', () => new Writer().insert('typing', words(100))],
  [
    'a spelling tool that corrects everything at once',
    () => {
      const writer = new Writer().type(words(80))
      for (let at = 1; at < 300; at += 3)
        writer.change('replacement', (change) => change.replaceWith(at, at + 2, writingSchema.text('eee')), 0)
      return writer
    },
  ],
])('nothing is said of %s', (_, write) => {
  expect(stretchOf(write())).toBeNull()
})

test('nothing is said of two devices that both type', () => {
  const writer = new Writer()
  for (let nth = 0; nth < 300; nth++) {
    writer.client = nth % 2 === 0 ? 'page-aaaa' : 'page-bbbb'
    writer.type(letters(300)[nth]!, writer.end, 11)
  }
  expect(stretchOf(writer)).toBeNull()
})

test('nothing is said of a Google Docs history, which joins keys', () => {
  expect(stretchOf(new Writer().type(letters(447), 1, 0), 'joined')).toBeNull()
})

test('a stretch is stated exactly if any hundred characters or more come faster than anybody types', () => {
  const gaps = fc.array(fc.nat({ max: 60 }), { minLength: 1, maxLength: 250 })
  fc.assert(
    fc.property(gaps, (between) => {
      const writer = new Writer()
      for (const [nth, gap] of between.entries()) writer.type(nth % 2 === 0 ? 'a' : 'b', 1, gap)
      const at = writer.entries.map((entry) => entry.at)
      const isFast = at.some((from, first) =>
        at.some((to, last) => last - first >= 99 && (last - first + 1) * 20 >= to - from),
      )
      const stretch = stretchOf(writer)
      expect(stretch !== null).toBe(isFast)
      if (stretch) expect(stretch.characters * 20).toBeGreaterThanOrEqual(stretch.duration_ms)
    }),
    { numRuns: 60 },
  )
})
