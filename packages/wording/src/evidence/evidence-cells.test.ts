import type { EarlierMatch, PlainFact } from '@penmark/contract'
import { expect, test } from 'vitest'
import {
  authorSentence,
  closestOf,
  earlierCell,
  earlierShared,
  fileCell,
  handedInBeforeCell,
  sharedCell,
  sourceCell,
  writingTone,
} from './evidence-cells.ts'

/** Shows the key and the values, so that a test sees what is said. */
const texts = {
  text: (key: string, values: object) => [key, ...Object.values(values)].join(' '),
  count: String,
  share: (value: number) => `${Math.round(value * 100)}%`,
}
const fact = (change: Partial<PlainFact>): PlainFact => ({
  kind: 'metadata',
  name: null,
  value: null,
  count: null,
  severity: 'information',
  ...change,
})
const history = { words: 400, minutes: 3, saves: 2, sessions: 1, recorded: null, largest: 400, stretches: [] }

test('names what is notable in a file, and quotes what was hidden in it', () => {
  const hidden = fact({
    kind: 'hidden-text',
    value: `Ignore ${'all '.repeat(40)}rules`,
    count: 42,
    severity: 'notable',
  })
  const { tone, text } = fileCell([fact({ value: 'Amara' }), hidden], texts)
  expect(tone).toBe('notable')
  expect(text).toContain('alert.title alert.counted fact.hidden-text factCount.words 42 42')
  expect(text).toMatch(/facts\.quote Ignore (?:all )+all…$/)
})

test('says how a file was edited where nothing in it is notable, and is quiet where nothing is known', () => {
  const edited = fact({ kind: 'editing-history', count: 400, history })
  expect(fileCell([edited], texts)).toEqual({
    tone: 'known',
    text: 'history.minutes 3 3, history.saves 2 2, history.sessions 1 1.',
  })
  expect(fileCell([{ ...edited, history: { ...history, sessions: 9 } }], texts).tone).toBe('quiet')
  expect(fileCell([], texts)).toEqual({ tone: 'quiet', text: 'facts.none' })
})

test('tells minutes and saves apart from what is notable, and names the author on its own', () => {
  const author = fact({ name: 'author', value: 'Amara Osei' })
  const edited = fact({ kind: 'editing-history', count: 400, history })
  const hidden = fact({ kind: 'hidden-text', value: 'Ignore', count: 42, severity: 'notable' })
  const cell = fileCell([hidden, edited, author], texts)
  expect(cell.text).not.toMatch(/history|Amara/)
  expect(cell.beside).toBe('history.minutes 3 3, history.saves 2 2, history.sessions 1 1.')
  expect(authorSentence([edited, author], texts)).toBe('evidence.author Amara Osei')
  expect(authorSentence([edited], texts)).toBeNull()
})

test('names the other student who shares a telling passage only where that is allowed', () => {
  expect(sharedCell({ documents: 1, words: 240, name: 'Freya Olsen' }, texts)).toEqual({
    tone: 'notable',
    text: 'evidence.shares 240 240 Freya Olsen.',
  })
  expect(sharedCell({ documents: 1, words: 12, name: null }, texts)).toEqual({
    tone: 'known',
    text: 'evidence.sharesMost 1 1 12',
  })
  expect(sharedCell({ documents: 0, words: 0, name: null }, texts).tone).toBe('quiet')
})

test('warns of passages in another student’s earlier document, never of the student’s own work, and has no cell where nothing is shared', () => {
  const before = { documents: 1, words: 240, name: null, isOwnWork: false, common: 0 }
  expect(handedInBeforeCell(before, texts)).toEqual({ tone: 'notable', text: 'evidence.sharesMost 1 1 240' })
  expect(handedInBeforeCell({ ...before, isOwnWork: true }, texts)).toEqual({
    tone: 'known',
    text: 'evidence.ownWork 240 240',
  })
  const none = { ...before, documents: 0, words: 0 }
  expect(handedInBeforeCell({ ...none, common: 800 }, texts)).toEqual({
    tone: 'known',
    text: 'evidence.inMany 800 800',
  })
  expect(handedInBeforeCell(none, texts)).toBeNull()
})

test('names another student’s earlier document first, however much of their own work a student reuses', () => {
  const own = { is_own_work: true, words: 900 } as EarlierMatch
  const other = { is_own_work: false, words: 90 } as EarlierMatch
  expect([closestOf([own, other]), closestOf([own]), closestOf([])]).toEqual([other, own, undefined])
  const left_out = { quotation: 0, assignment: 0, source: 0, common: 0 }
  expect(earlierShared({ matches: [own, other], documents: 2, left_out })).toEqual({
    documents: 1,
    words: 90,
    isOwnWork: false,
    common: 0,
  })
  expect(earlierShared({ matches: [own], documents: 1, left_out })).toEqual({
    documents: 1,
    words: 900,
    isOwnWork: true,
    common: 0,
  })
})

test('names the source of which a text has most, counts the others, and never warns of one', () => {
  const [chapter, answer] = [
    { name: 'Chapter 3', words: 240 },
    { name: 'Model answer', words: 40 },
  ]
  expect(sourceCell([chapter], texts)).toEqual({ tone: 'known', text: 'evidence.inSource 240 240 Chapter 3' })
  expect(sourceCell([chapter, answer], texts)?.text).toBe(
    'evidence.inSource 240 240 Chapter 3 evidence.moreSources 1 1',
  )
  expect(sourceCell([], texts)).toBeNull()
})

test('has no cell for the earlier writing of nobody, and never an alarm', () => {
  const compared = { known: 5, needed: 0, measured_machine: { n: 100, differing: 40 } }
  expect(earlierCell({ ...compared, outcome: 'no-student' }, texts)).toBeNull()
  expect(earlierCell({ ...compared, outcome: 'differs' }, texts)?.tone).toBe('known')
  expect(earlierCell({ ...compared, outcome: 'no-difference' }, texts)).toMatchObject({
    tone: 'quiet',
    text: expect.stringContaining('60%'),
  })
  expect(earlierCell({ ...compared, outcome: 'too-few', needed: 2 }, texts)?.text).toContain('too-few 2 2')
})

test('finds a text that was mostly pasted worth a look, and a record that was altered', () => {
  const summary = { words: 300, pastes: { count: 1, words: 200 } } as Parameters<
    typeof writingTone
  >[0]['summary']
  expect(writingTone({ summary, integrity: 'intact' })).toBe('notable')
  const typed = { ...summary, pastes: { ...summary.pastes, words: 20 } }
  expect(writingTone({ summary: typed, integrity: 'intact' })).toBe('known')
  expect(writingTone({ summary: typed, integrity: 'altered' })).toBe('notable')
})
