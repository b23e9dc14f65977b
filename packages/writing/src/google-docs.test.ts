import { describe, expect, test } from 'vitest'
import { commonShare } from './common-share.ts'
import { GoogleHistoryError, googleHistoryLimits, readGoogleHistory } from './google-docs.ts'
import { historyOf } from './history.ts'
import { Replay } from './replay.ts'
import { textOf } from './schema.ts'
import { summariseHistory } from './summary.ts'
import { GoogleFile } from './testing/google-file.ts'
import { words } from './testing/writer.ts'

const countWords = (text: string) => text.split(/\s+/).filter(Boolean).length
const read = (file: GoogleFile) => readGoogleHistory(String(file))
const replayOf = (file: GoogleFile) => Replay.of(read(file).entries, [], countWords)
const lastText = (file: GoogleFile) => textOf(replayOf(file).history.document)
const summaryOf = (file: GoogleFile) =>
  summariseHistory(historyOf(read(file).entries, [], countWords, { keys: 'joined' }), countWords)

function problemOf(file: string) {
  try {
    readGoogleHistory(file)
  } catch (error) {
    if (error instanceof GoogleHistoryError) return [error.problem, error.revision]
    throw error
  }
  return null
}

describe('a history of Google Docs', () => {
  test('gives the text after insertions, deletions and line ends anywhere', () => {
    const file = new GoogleFile()
      .type(1, 'Harbours grow.\nShips wait.')
      .insert(9, ' of\nthe north')
      .delete(12, 12)
      .insert(12, ' ')
      .delete(1, 8)
      .insert(1, 'Ports')
    expect(lastText(file)).toBe('Ports of the north grow.\n\nShips wait.')
  })

  test('agrees with a plain list of characters through hundreds of random changes', () => {
    let state = 7
    const below = (most: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      return (state >>> 8) % most
    }
    const file = new GoogleFile()
    let plain = ''
    for (let nth = 0; nth < 600; nth++) {
      const from = below(plain.length + 1)
      if (plain.length > 40 && below(3) === 0) {
        const to = Math.min(plain.length, from + 1 + below(30))
        if (to === from) continue
        file.delete(from + 1, to)
        plain = plain.slice(0, from) + plain.slice(to)
      } else {
        const piece = words(1 + below(6), state).replaceAll(/w/g, '\n')
        file.insert(from + 1, piece)
        plain = plain.slice(0, from) + piece + plain.slice(from)
      }
    }
    const { document } = replayOf(file).history
    expect(document.textBetween(0, document.content.size, '\n')).toBe(plain)
  })

  test('shows short pieces as typed, and a long one as inserted at once', () => {
    const typed = 'My grandmother sold herring by the lighthouse. '
    const inserted = 'Tidal ranges limited quay construction until enclosed docks arrived in the harbour.'
    const file = new GoogleFile().type(1, typed).insert(typed.length + 1, inserted, 60_000)
    const summary = summaryOf(file)
    expect(summary).toMatchObject({
      words: 19,
      sessions: 1,
      typed: 40,
      inserted: 72,
      insertions: { count: 1, words: 12 },
    })
  })

  test('joins a pasted text that Google split where its style changes', () => {
    const [one, two] = [words(6, 1), words(6, 2)]
    const parts = [
      { ty: 'is', ibi: 1, s: one },
      { ty: 'as', st: 'text', si: 1, ei: one.length, sm: {} },
      { ty: 'is', ibi: one.length + 1, s: two },
    ]
    const summary = summaryOf(new GoogleFile().row({ ty: 'mlti', mts: parts }))
    expect(summary).toMatchObject({ typed: 0, insertions: { count: 1 } })
  })

  test('recognises a restored version as the earlier text', () => {
    const text = words(30)
    const file = new GoogleFile()
      .type(1, text)
      .delete(1, text.length)
      .row({ ty: 'rvrt', snapshot: [{ ty: 'is', ibi: 1, s: text }, { ty: 'as' }] })
    expect(lastText(file)).toBe(text)
    expect(summaryOf(file)).toMatchObject({ inserted: 0, insertions: { count: 0 } })
  })

  test('counts suggestions, people, and operations that change no text', () => {
    const file = new GoogleFile()
      .row(null)
      .type(1, 'Ships wait.')
      .row({ ty: 'iss', ibi: 1, s: 'Old ', sugid: 'suggest.x' })
      .row({ ty: 'msfd', si: 5, ei: 9, sugid: 'suggest.y' })
      .row({ ty: 'te', id: 'image', spi: 3 })
      .row({ ty: 'something-new', at: 1 })
    file.person = 'person-2'
    file.session = 'session-b'
    file.insert(1, 'The ')
    const { people, suggested, ignored } = read(file)
    expect({ people, suggested, ignored, text: lastText(file) }).toEqual({
      people: 2,
      suggested: 2,
      ignored: 3,
      text: 'The Old Ships wait.',
    })
  })

  test('keeps the positions of placeholders for pictures and tables', () => {
    const file = new GoogleFile().insert(1, 'A\u0012\ue907B\u000bC').insert(4, '!')
    expect(lastText(file)).toBe('A  !B\nC')
  })

  test('distinguishes people and sessions without naming them', () => {
    const { entries } = read(new GoogleFile().insert(1, 'Ships'))
    expect(JSON.stringify(entries)).not.toMatch(/person|session/)
    expect(entries[0]).toMatchObject({ client: 'google-docs-1', n: 1, at: Date.UTC(2026, 8, 1, 9, 0, 1) })
  })
})

describe('a file that cannot be read', () => {
  const later = JSON.stringify({ changelog: [[{ ty: 'is', ibi: 1, s: 'a' }, 1, 'p', 12, 's']] })
  const styles = new GoogleFile().row({ ty: 'as' })
  const beyond = new GoogleFile().insert(1, 'Ships').insert(9, 'late')
  const backwards = new GoogleFile().insert(1, 'Ships').delete(4, 2)
  const unreadable = new GoogleFile().insert(1, 'Ships').row({ ty: 'is', ibi: 'x' })
  const deep = Array.from({ length: 20 }).reduce<unknown>((mts) => ({ ty: 'mlti', mts: [mts] }), {
    ty: 'is',
    ibi: 1,
    s: 'a',
  })
  const long = new GoogleFile().insert(1, 'a'.repeat(googleHistoryLimits.textCharacters + 1))
  const lines = new GoogleFile().insert(1, '\n'.repeat(googleHistoryLimits.paragraphs + 1))
  test.each<[string, string, [string, number | null]]>([
    ['of another kind', 'Dear Sir', ['not-a-history', null]],
    ['of other JSON', '{"changelog": {}}', ['not-a-history', null]],
    ['whose rows are none', '{"changelog": [[1]]}', ['not-a-history', null]],
    ['that begins later', later, ['incomplete', 12]],
    ['without a change of the text', String(styles), ['empty', null]],
    ['with a position beyond the text', String(beyond), ['does-not-apply', 2]],
    ['with a deletion that ends before it begins', String(backwards), ['does-not-apply', 2]],
    ['with an insertion at no position', String(unreadable), ['does-not-apply', 2]],
    ['of changes within changes without end', String(new GoogleFile().row(deep)), ['does-not-apply', 1]],
    ['of a text that is too long', String(long), ['too-large', 1]],
    ['of too many paragraphs', String(lines), ['too-large', 1]],
  ])('%s is refused with its problem', (_, file, problem) => {
    expect(problemOf(file)).toEqual(problem)
  })
})

describe('the share in common', () => {
  test('is 1 for the same words in another layout, and almost 0 for another text in the same language', () => {
    const text = 'The harbour grew late, because ships were small and the wind was strong.'
    expect(commonShare(text, `${text.toUpperCase().replaceAll(' ', '\n')} More came.`)).toBe(1)
    expect(
      commonShare(text, 'Because the wind was late, the small ships and the strong harbour were here.'),
    ).toBeLessThan(0.1)
    expect(commonShare(text, '')).toBe(0)
    expect(commonShare('', text)).toBe(0)
  })

  test('compares short texts, and scripts without spaces', () => {
    expect(commonShare('Two words', 'two words')).toBe(1)
    expect(commonShare('我喜欢海港', '今天我喜欢海港')).toBe(1)
  })
})
