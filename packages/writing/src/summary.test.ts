import { expect, test } from 'vitest'
import { historyOf, historyWithPauses } from './history.ts'
import { summarise, summariseHistory } from './summary.ts'
import { Writer, words } from './testing/writer.ts'
import { timelineOf } from './timeline.ts'
import { timesOf } from './times.ts'

const countWords = (text: string) => text.match(/\S+/g)?.length ?? 0
const minute = 60_000

test('a summary adds up what was written, pasted and deleted, and counts the sessions', () => {
  const writer = new Writer().event('open')
  writer.type(words(80)).newParagraph()
  const characters = () => writer.document.textContent.replace(/\s/g, '').length
  const typed = characters()
  writer.now += 30 * minute
  writer.event('open').paste(words(60, 7))
  const pasted = characters() - typed
  writer.now += 2 * minute
  writer.delete(1, writer.find(words(60, 7)) - 2)
  const summary = summarise(writer.entries, [], countWords)
  expect(summary).toMatchObject({
    words: 60,
    characters: pasted,
    sessions: 2,
    typed: 0,
    pasted,
    moved: 0,
    pastes: { count: 1, words: 60, largest_words: 60, blocked: 0 },
    large_deletions: 1,
    deleted_characters: typed,
  })
  expect(summary.started_at).toBe('2026-09-01T09:00:00.000Z')
  expect(summary.minutes).toBeGreaterThan(2)
  expect(summary.minutes).toBeLessThan(6)
})

test('a summary counts insertions at once apart from pastes', () => {
  const writer = new Writer().insert('typing', words(20, 3)).paste(` ${words(30, 9)}`)
  expect(summarise(writer.entries, [], countWords)).toMatchObject({
    typed: 0,
    pastes: { count: 1, words: 30 },
    insertions: { count: 1, words: 20, largest_words: 20 },
  })
})

test('revisions, returns and pauses are counted, and copying from start to end has none', () => {
  const copied = new Writer().type(words(60))
  expect(summarise(copied.entries, [], countWords)).toMatchObject({ revisions: 0, returns: 0, pauses: 0 })
  const writer = new Writer().type(words(40))
  writer.type(' and', writer.end, 5_000)
  for (let nth = 0; nth < 3; nth++) writer.delete(writer.end - 1, writer.end)
  writer.type('x', 3).type(' end')
  expect(summarise(writer.entries, [], countWords)).toMatchObject({ revisions: 1, returns: 1, pauses: 4 })
})

test('how fast somebody types is not stated of a text that was mostly dictated', () => {
  const writer = new Writer()
  for (let nth = 0; nth < 12; nth++)
    writer.insert('typing', `${words(20, nth)} `).type('ok ', writer.end, 15_000)
  expect(summarise(writer.entries, [], countWords)).toMatchObject({
    fastest_characters_per_minute: null,
    rhythm_variation: null,
  })
})

test('an empty record has an empty summary', () => {
  expect(summarise([], [], countWords)).toMatchObject({
    words: 0,
    sessions: 0,
    minutes: 0,
    started_at: null,
    ended_at: null,
    fastest_characters_per_minute: null,
    rhythm_variation: null,
  })
})

test('opening a page to read does not start a session', () => {
  const writer = new Writer().type('done')
  writer.now += 60 * minute
  writer.event('open').event('blur', minute).event('focus', minute).event('close')
  expect(summarise(writer.entries, [], countWords)).toMatchObject({
    sessions: 1,
    away: { count: 1, minutes: 1 },
  })
})

test('time away from the page counts until it is in the foreground again, within a session', () => {
  const writer = new Writer()
    .type('one')
    .event('blur', minute)
    .event('focus', 3 * minute)
    .type(' two')
  writer
    .event('blur')
    .event('focus', 30 * minute)
    .type(' three')
    .event('blur')
    .event('close', minute)
  expect(summarise(writer.entries, [], countWords).away).toEqual({ count: 1, minutes: 3 })
})

test('even typing has a lower rhythm variation than uneven typing', () => {
  const even = new Writer().type(words(60))
  const uneven = new Writer()
  for (const [nth, character] of Array.from(words(60)).entries())
    uneven.type(character, uneven.end, nth % 9 === 0 ? 1_500 : 90 + ((nth * 37) % 120))
  const rhythmOf = (writer: Writer) => summarise(writer.entries, [], countWords).rhythm_variation!
  expect(rhythmOf(even)).toBeLessThan(0.05)
  expect(rhythmOf(uneven)).toBeGreaterThan(0.5)
  expect(summarise(new Writer().type('short').entries, [], countWords).rhythm_variation).toBeNull()
})

test('the fastest five minutes are found among slower ones', () => {
  const writer = new Writer().type('a'.repeat(100), 1, 6_000)
  writer.type('b'.repeat(300), 1, 1_000).type('c'.repeat(50), 1, 6_000)
  expect(summarise(writer.entries, [], countWords).fastest_characters_per_minute).toBe(60)
})

test('a clock that runs ahead or is slow is corrected, and a slow network is not', () => {
  const { entries } = new Writer().type('abcdef')
  const at = (nth: number) => entries[nth]!.at
  const every = (delay: number) => [0, 2, 4].map((first) => ({ first, at: at(first + 1) + delay }))
  const shift = (receipts: { first: number; at: number }[]) => timesOf(entries, receipts)[0]! - at(0)
  expect(shift(every(400))).toBe(0)
  expect(shift(every(-3_600_000))).toBe(-3_600_000)
  expect(shift(every(7_200_000))).toBe(7_200_000)
  expect(shift([{ first: 0, at: at(5) + 7_200_000 }])).toBe(0)
})

test('a timeline keeps jumps of the length, and its sessions hold all points', () => {
  const writer = new Writer()
  for (let nth = 0; nth < 5; nth++) writer.type(words(40, nth)).paste(` ${words(70, 50 + nth)} `)
  const history = historyOf(writer.entries, [], countWords)
  const { sessions, pastes, longest } = timelineOf(history)
  expect(pastes).toHaveLength(5)
  expect(sessions).toHaveLength(1)
  const { points } = sessions[0]!
  expect(points.length).toBeLessThan(writer.entries.length / 2)
  expect(points.at(-1)!.characters).toBe(longest)
  for (const paste of pastes) {
    const nth = points.findIndex(({ at }) => at >= paste.at)
    expect(points[nth]!.characters - (points[nth - 2]?.characters ?? 0)).toBeGreaterThan(paste.characters - 1)
  }
})

test('what a device wrote offline is plotted at the time it was written', () => {
  const online = new Writer().type('one two three')
  const offline = new Writer()
  offline.client = 'page-bbbb'
  offline.now = online.now - 90 * minute
  offline.document = online.document
  offline.type(words(20), 1)
  const { sessions } = timelineOf(historyOf([...online.entries, ...offline.entries], [], countWords))
  expect(sessions).toHaveLength(2)
  expect(sessions[0]!.points.length).toBeGreaterThan(80)
})

test('reading a long record pauses to let other work run', async () => {
  const writer = new Writer().type('A sentence of a long essay. '.repeat(100))
  let pauses = 0
  const history = await historyWithPauses(writer.entries, [], countWords, async () => (pauses += 1))
  expect(summariseHistory(history, countWords)).toEqual(summarise(writer.entries, [], countWords))
  expect(pauses).toBeGreaterThanOrEqual(4)
})
