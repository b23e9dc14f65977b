import type { WritingRecordEntry, WritingRecordPage, WritingSubmissionView } from '@penmark/contract'

const start = Date.UTC(2026, 8, 1, 9)
const ownText = 'My grandmother sold herring by the lighthouse. '
const pastedText = 'Tidal ranges limited quay construction until enclosed docks arrived.'

/** A text of which the first sentence was typed, and the second was pasted an hour later. */
export function recordEntries(): WritingRecordEntry[] {
  const insert = (
    at: number,
    n: number,
    from: number,
    origin: 'typing' | 'paste',
    text: string,
  ): WritingRecordEntry => ({
    kind: 'step',
    at,
    client: 'page-aaaa',
    n,
    origin,
    step: { stepType: 'replace', from, to: from, slice: { content: [{ type: 'text', text }] } },
  })
  const typed = Array.from(ownText, (character, nth) =>
    insert(start + 300 * nth, nth + 1, nth + 1, 'typing', character),
  )
  return [...typed, insert(start + 3_600_000, typed.length + 1, typed.length + 1, 'paste', pastedText)]
}

/** The page of a record that starts at an entry; the record has two pages. */
export function recordPage(offset: number): WritingRecordPage {
  const entries = recordEntries()
  const length = Math.ceil(entries.length / 2)
  const received = [{ first: offset, at: new Date(entries.at(-1)!.at + 500).toISOString() }]
  return {
    entries: entries.slice(offset, offset + length),
    offset,
    total: entries.length,
    received,
    hash: 'a'.repeat(64),
  }
}

export function submissionView(change: Partial<WritingSubmissionView> = {}): WritingSubmissionView {
  return {
    task: {
      id: 't-1',
      class_group_id: 'g-1',
      class_name: '10 B',
      title: 'The harbour',
      instructions: '',
      due_at: null,
      words_min: null,
      words_max: null,
      pasting: 'shown',
      sources: null,
      language: 'en-GB',
      has_pin: false,
      created_at: '2026-08-30T10:00:00.000Z',
      counts: { students: 1, begun: 1, handed_in: 1 },
    },
    submission: {
      id: 'w-1',
      task_id: 't-1',
      student_id: 's-1',
      student_name: 'Amara Osei',
      state: 'handed-in',
      link: null,
      words: 16,
      entries: recordEntries().length,
      last_written_at: '2026-09-01T10:00:00.000Z',
      handed_in_at: '2026-09-01T10:05:00.000Z',
      document_id: 'd-1',
    },
    summary: {
      words: 16,
      characters: 100,
      sessions: 2,
      minutes: 74.4,
      started_at: '2026-09-01T09:00:00.000Z',
      ended_at: '2026-09-01T10:00:00.000Z',
      typed: 40,
      pasted: 60,
      moved: 0,
      inserted: 0,
      pastes: { count: 1, words: 9, largest_words: 9, blocked: 0 },
      insertions: { count: 0, words: 0, largest_words: 0 },
      revisions: 12,
      returns: 3,
      pauses: 41,
      large_deletions: 0,
      deleted_characters: 0,
      away: { count: 2, minutes: 3 },
      fastest_characters_per_minute: 212,
      fastest_stretch: null,
      rhythm_variation: 0.84,
    },
    integrity: 'intact',
    opened_at: '2026-09-01T08:59:00.000Z',
    arrival: [],
    hash: 'a'.repeat(64),
    ...change,
  }
}
