import { describe, expect, test } from 'vitest'
import { decideStanding, type Evidence, insertedFrom, type JudgedDocument } from './rules.ts'

const monday = new Date('2026-11-23T10:00:00Z')
const tuesday = new Date('2026-11-24T10:00:00Z')
const wednesday = new Date('2026-11-25T10:00:00Z')

const completed: JudgedDocument = {
  is_sample: false,
  status: 'COMPLETED',
  finding: 'no-evidence',
  finding_withdrawn: null,
  score: 0.1,
  label: 'human-written',
  ai_share: 0,
  word_count: 500,
  created_at: monday,
  completed_at: monday,
  done_at: null,
}
const nothingKnown: Evidence = {
  file_fact: null,
  inserted_words: null,
  inserted_share: null,
  is_too_fast: null,
  decided_at: null,
  replied_at: null,
  shared: null,
}
const standing = (document: Partial<JudgedDocument> = {}, evidence: Partial<Evidence> = {}) =>
  decideStanding({ ...completed, ...document }, { ...nothingKnown, ...evidence })
const shared = { words: 60, found_at: tuesday }

describe('a text', () => {
  test('needs the teacher for each reason, the strongest first', () => {
    const everything = {
      file_fact: 'hidden-text',
      inserted_words: insertedFrom.words,
      inserted_share: 0.1,
      shared,
      replied_at: wednesday,
    }
    expect(standing({ finding: 'mixed' }, everything)).toMatchObject({
      standing: 'needs-you',
      standing_reasons: ['reply', 'ai-writing', 'shared', 'inserted', 'file'],
      standing_since: wednesday,
    })
  })

  test.each([
    ['149 words of 500 at once', { inserted_words: 149, inserted_share: 0.298 }, 'nothing-found'],
    ['150 words at once', { inserted_words: 150, inserted_share: 0.05 }, 'needs-you'],
    ['30 % at once', { inserted_words: 60, inserted_share: 0.3 }, 'needs-you'],
    ['keys faster than anybody types', { is_too_fast: true }, 'needs-you'],
  ])('of the writing room with %s is %s', (_what, evidence, expected) => {
    expect(standing({}, evidence).standing).toBe(expected)
  })

  test('that is short, in another language, imaginative or unusual is unclear, and says which', () => {
    for (const finding of [
      'insufficient-text',
      'unsupported-language',
      'creative-writing',
      'inconclusive',
    ] as const)
      expect(standing({ finding })).toMatchObject({ standing: 'unclear', standing_detail: finding })
  })

  test('whose finding was withdrawn is unclear, whether the notice was seen or not', () => {
    for (const finding_withdrawn of ['unseen', 'seen'] as const)
      expect(standing({ finding: 'ai-likely', finding_withdrawn })).toMatchObject({
        standing: 'unclear',
        standing_detail: 'creative-writing',
      })
  })

  test('is unread until it is completed, whatever is known of it', () => {
    for (const status of ['UPLOADED', 'QUEUED', 'PROCESSING', 'ERROR', 'LIMIT_EXCEEDED'] as const)
      expect(standing({ status, completed_at: null }, { shared }).standing).toBe('unread')
  })

  test('is closed by a decision or by being put away, until there is a newer reason', () => {
    expect(standing({ finding: 'mixed' }, { decided_at: tuesday })).toMatchObject({
      standing: 'closed',
      standing_detail: 'decided',
      standing_reasons: ['ai-writing'],
    })
    expect(standing({ finding: 'mixed', done_at: tuesday }, { shared })).toMatchObject({
      standing: 'closed',
      standing_detail: 'done',
    })
    expect(standing({ done_at: monday }, { shared })).toMatchObject({
      standing: 'needs-you',
      standing_reasons: ['shared'],
    })
    expect(standing({ status: 'ERROR', done_at: tuesday }).standing).toBe('closed')
  })

  test('stands nowhere as a sample', () => {
    expect(standing({ is_sample: true, finding: 'ai-likely' }, { shared })).toMatchObject({
      standing: null,
      standing_reasons: [],
    })
  })

  test('comes earlier in the queue for a stronger reason, and then for more of the text', () => {
    const order = [
      standing({}, { replied_at: tuesday }),
      standing({ finding: 'ai-likely', ai_share: 1 }),
      standing({ finding: 'mixed', ai_share: 0.3 }, { shared }),
      standing({}, { shared: { ...shared, words: 400 } }),
      standing({}, { shared }),
      standing({}, { inserted_words: 200, inserted_share: 0.4 }),
      standing({}, { file_fact: 'hidden-text' }),
    ].map((stands) => stands.standing_sort)
    expect(order).toEqual(order.toSorted((a, b) => b - a))
    expect(new Set(order).size).toBe(order.length)
  })
})
