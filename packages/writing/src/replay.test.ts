import fc from 'fast-check'
import { expect, test } from 'vitest'
import { historyOf } from './history.ts'
import { passageOrigins } from './passages.ts'
import { Replay, runsOf } from './replay.ts'
import { Writer, words } from './testing/writer.ts'

const countWords = (text: string) => text.match(/\S+/g)?.length ?? 0

function essay(): Writer {
  const writer = new Writer().event('open')
  for (let paragraph = 0; paragraph < 6; paragraph++) {
    writer
      .type(words(25, paragraph))
      .newParagraph()
      .paste(words(30, 90 + paragraph))
      .type(' and so on', 5)
    writer.delete(2, 12).undo().newParagraph()
  }
  return writer.event('close')
}

test('a moment looks the same whether it is reached forwards, backwards or directly', () => {
  const { entries } = essay()
  const replay = Replay.of(entries, [], countWords)
  expect(replay.length).toBe(entries.length)
  fc.assert(
    fc.property(fc.array(fc.nat(entries.length), { minLength: 1, maxLength: 5 }), (positions) => {
      for (const position of positions) {
        const { document, kinds } = replay.at(position)
        const direct = historyOf(entries.slice(0, position), [], countWords)
        expect(document.toJSON()).toEqual(direct.document.toJSON())
        expect([...kinds]).toEqual([...direct.tokens.kinds])
      }
    }),
    { numRuns: 40 },
  )
})

test('a record that is opened with pauses looks the same', async () => {
  const { entries } = essay()
  let pauses = 0
  const replay = await Replay.ofLong(entries, [], countWords, async () => pauses++)
  expect(pauses).toBe(Math.floor(entries.length / 500))
  const { document, kinds } = Replay.of(entries, [], countWords).at(700)
  expect(replay.at(700).document.eq(document)).toBe(true)
  expect(replay.at(700).kinds).toEqual(kinds)
})

test('a record with more entries than keyframes at the usual distance shows any of its moments', () => {
  // A hundred letters, which are deleted, again and again.
  const letter = { stepType: 'replace', from: 1, to: 1, slice: { content: [{ type: 'text', text: 'a' }] } }
  const step = (nth: number) => (nth % 101 === 100 ? { stepType: 'replace', from: 1, to: 101 } : letter)
  const fields = (nth: number) =>
    ({ kind: 'step', origin: 'typing', at: nth, client: 'page-aaaa', n: nth + 1 }) as const
  const entries = Array.from({ length: 81_000 }, (_, nth) => ({ ...fields(nth), step: step(nth) }))
  const replay = Replay.of(entries, [], countWords)
  for (const position of [81_000, 80_999, 203, 202, 0, 40_500, 40_501])
    expect(replay.at(position).document.textContent).toHaveLength(position % 101)
})

test('a text node is split where the kind of its characters changes', () => {
  const writer = new Writer().type('I read ').paste('Tidal ranges limited quay construction')
  const replay = Replay.of(writer.entries, [], countWords)
  const { document, kinds } = replay.at(replay.length)
  expect(runsOf(document.textContent, 1, kinds)).toEqual([
    { from: 0, text: 'I read ', kind: 'typed' },
    { from: 7, text: 'Tidal ranges limited quay construction', kind: 'pasted' },
  ])
  expect(runsOf('', 1, kinds)).toEqual([])
})

test('a record that cannot be applied is shown up to its first broken entry', () => {
  const writer = new Writer().type('Harbour')
  const { entries } = writer
  const broken = entries.map((entry, at) =>
    at === 4 && entry.kind === 'step' ? { ...entry, step: { stepType: 'replace', from: 90, to: 91 } } : entry,
  )
  const replay = Replay.of(broken, [], countWords)
  expect(replay.history.brokenAt).toBe(4)
  expect(replay.at(99).document.textContent).toBe('Harb')
})

test('the origin of a passage is found despite changed white space', () => {
  const writer = new Writer().type('My grandmother sold herring. ')
  const typedUntil = writer.now
  writer.now += 60_000
  writer.paste('Tidal ranges limited quay construction.')
  const history = historyOf(writer.entries, [], countWords)
  const [foreign, own, both, missing] = passageOrigins(history, [
    'Tidal ranges\nlimited quay',
    'My grandmother',
    'herring.\u00a0Tidal ranges',
    'never written',
  ])
  expect(foreign).toMatchObject({ characters: 22, typed: 0, pasted: 22 })
  expect(foreign!.first).toBeGreaterThan(typedUntil)
  expect(own).toMatchObject({ characters: 13, typed: 13, pasted: 0, entry: 0 })
  expect(both).toMatchObject({ typed: 8, pasted: 11 })
  expect(missing).toBeNull()
})
