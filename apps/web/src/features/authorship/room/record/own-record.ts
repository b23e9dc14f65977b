import type { WritingArrivalFinding, WritingRecordPage, WritingSummary } from '@penmark/contract'
import { countWords } from '@penmark/detector/words'
import {
  arrivalOf,
  historyWithPauses,
  type RecordEntry,
  Replay,
  runsOf,
  summariseHistory,
  timelineOf,
} from '@penmark/writing'
import { ReplaceStep } from 'prosemirror-transform'
import { letPageWork } from '../../let-page-work.ts'
import type { PastedRange } from '../editor/pasting.ts'
import { readStep, stepsOf } from '../sync/queue.ts'

/** What the record says about its writer. Times are milliseconds since 1970. */
export interface OwnRecord {
  summary: WritingSummary
  /** What the times of receipt do not confirm. */
  arrival: WritingArrivalFinding[]
  entries: number
  sessions: { start: number; end: number }[]
  pastes: { at: number; words: number; text: string }[]
}

/** The text that an entry inserted. */
function insertedText(entry: RecordEntry | undefined): string {
  if (entry?.kind !== 'step') return ''
  const step = readStep(entry)
  return step instanceof ReplaceStep
    ? step.slice.content.textBetween(0, step.slice.content.size, '\n', '\n')
    : ''
}

type ReadPage = (offset: number) => Promise<WritingRecordPage>

/** Reads a record page by page. */
async function readFullRecord(readPage: ReadPage) {
  const entries: RecordEntry[] = []
  const receipts: { first: number; at: number }[] = []
  let page: WritingRecordPage
  do {
    page = await readPage(entries.length)
    entries.push(...(page.entries as RecordEntry[]))
    receipts.push(...page.received.map(({ first, at }) => ({ first, at: Date.parse(at) })))
  } while (page.entries.length > 0 && entries.length < page.total)
  return { entries, receipts }
}

/** `acceptedAt`: when the writer began, in milliseconds since 1970. */
export async function readOwnRecord(readPage: ReadPage, acceptedAt: number | null): Promise<OwnRecord> {
  const { entries, receipts } = await readFullRecord(readPage)
  const history = await historyWithPauses(entries, receipts, countWords, letPageWork)
  return {
    summary: summariseHistory(history, countWords),
    arrival: arrivalOf(entries, receipts, acceptedAt),
    entries: entries.length,
    sessions: timelineOf(history).sessions.map(({ start, end }) => ({ start, end })),
    pastes: history.pastes.map(({ at, words, entry }) => ({ at, words, text: insertedText(entries[entry]) })),
  }
}

/** The ranges of a text that came from elsewhere, and the version of the text that they refer to. */
export async function readPastedRanges(
  readPage: (offset: number) => Promise<WritingRecordPage>,
): Promise<{ version: number; ranges: PastedRange[] }> {
  const { entries, receipts } = await readFullRecord(readPage)
  const replay = await Replay.ofLong(entries, receipts, countWords, letPageWork)
  const { document, kinds } = replay.at(replay.length)
  const ranges: PastedRange[] = []
  document.descendants(({ text }, position) => {
    if (text === undefined) return
    let from = position
    for (const run of runsOf(text, position, kinds)) {
      const to = from + run.text.length
      if (run.kind === 'pasted') ranges.push({ from, to })
      from = to
    }
  })
  return { version: stepsOf(entries).length, ranges }
}
