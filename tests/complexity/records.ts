import {
  decodeEntries,
  encodeEntries,
  passageOrigins,
  type RecordEntry,
  Replay,
  summarise,
  timelineOf,
} from '../../packages/writing/src/index.ts'

const sentence = 'The river rose in the night and took the old bridge with it, but nobody saw. '
const countWords = (text: string) => text.split(' ').length

type Slice = { content: object[]; openStart?: number; openEnd?: number }

/** Adds steps at the end of a text, with a new paragraph every few lines as people write. */
function recordOf(count: number, textOf: (nth: number) => string, origin: 'typing' | 'paste'): RecordEntry[] {
  const entries: RecordEntry[] = []
  let position = 1
  const add = (slice: Slice, size: number, from = position, to = position) => {
    const step = { stepType: 'replace', from, to, slice }
    entries.push({
      kind: 'step',
      at: entries.length * 180,
      client: 'page-aaaa',
      n: entries.length + 1,
      origin,
      step,
    })
    position += size
  }
  while (entries.length < count) {
    const text = textOf(entries.length)
    if (entries.length % 400 === 399)
      add({ content: [{ type: 'paragraph' }, { type: 'paragraph' }], openStart: 1, openEnd: 1 }, 2)
    else add({ content: [{ type: 'text', text }] }, text.length)
  }
  return entries
}

/** Text that is pasted, deleted and restored again and again. */
function restored(count: number): RecordEntry[] {
  return Array.from({ length: count }, (_, nth): RecordEntry => {
    const fields = { kind: 'step', at: nth * 180, client: 'page-aaaa', n: nth + 1 } as const
    if (nth % 2 === 1)
      return { ...fields, origin: 'undo', step: { stepType: 'replace', from: 1, to: 1 + sentence.length } }
    const slice = { content: [{ type: 'text', text: sentence }] }
    return {
      ...fields,
      origin: nth === 0 ? 'paste' : 'redo',
      step: { stepType: 'replace', from: 1, to: 1, slice },
    }
  })
}

export const records: [name: string, recordOf: (entries: number) => RecordEntry[]][] = [
  ['typed text', (count) => recordOf(count, (nth) => sentence[nth % sentence.length]!, 'typing')],
  ['a single letter', (count) => recordOf(count, () => 'a', 'typing')],
  ['pasted pieces', (count) => recordOf(count, (nth) => `${nth} stones `, 'paste')],
  ['the same piece pasted', (count) => recordOf(count, () => 'a stone ', 'paste')],
  ['text restored again and again', restored],
]

/** More than most essays take. */
export const entryCount = 8_000

/** What the product does with a record of writing. */
export const recordSteps: [name: string, run: (entries: RecordEntry[]) => unknown][] = [
  ['encode and decode', (entries) => decodeEntries(encodeEntries(entries))],
  ['summarise', (entries) => summarise(entries, [{ first: 0, at: 0 }], countWords)],
  [
    'replay',
    (entries) => {
      const replay = Replay.of(entries, [], countWords)
      timelineOf(replay.history)
      return [replay.at(entries.length / 2), passageOrigins(replay.history, [sentence, sentence])]
    },
  ],
]
