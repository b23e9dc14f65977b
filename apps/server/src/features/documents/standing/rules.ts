import {
  type Closing,
  type Finding,
  isWorthReading,
  type StandingReason,
  standingReasons,
} from '@penmark/contract'
import { findingOf } from '@penmark/wording'
import type { DocumentRow } from '../rows/store.ts'

/** The fewest words of one passage that two texts share to be a reason. */
export const sharedFrom = 40
/** What is inserted at once in the writing room is a reason from so many words, or this share of the text. */
export const insertedFrom = { words: 150, share: 0.3 } as const

/** What is known of a document beyond its row. */
export interface Evidence {
  /** The kind of its first notable fact. */
  file_fact: string | null
  inserted_words: number | null
  inserted_share: number | null
  is_too_fast: boolean | null
  decided_at: Date | null
  /** When its student answered, if the teacher has not opened the case since. */
  replied_at: Date | null
  /** The most words of a passage that it shares with others' work, and when the newest of them was found. */
  shared: { words: number; found_at: Date } | null
}

export type JudgedDocument = Pick<
  DocumentRow,
  | 'is_sample'
  | 'status'
  | 'finding'
  | 'finding_withdrawn'
  | 'score'
  | 'label'
  | 'ai_share'
  | 'word_count'
  | 'created_at'
  | 'completed_at'
  | 'done_at'
>

/** How a document stands, as its row stores it. */
export type Stands = Pick<
  DocumentRow,
  'standing' | 'standing_reasons' | 'standing_detail' | 'standing_since' | 'standing_sort'
>

const none: Stands = {
  standing: null,
  standing_reasons: [],
  standing_detail: null,
  standing_since: null,
  standing_sort: 0,
}

interface Reason {
  at: Date
  /** Within its kind, 0…1. */
  strength: number
}

const isCompleted = ({ status }: JudgedDocument) => status === 'COMPLETED'
/** What its result says by today's measure: one that was withdrawn was about imaginative writing. */
const judgedFinding = ({ finding, finding_withdrawn, score, label }: JudgedDocument): Finding =>
  finding_withdrawn === null ? findingOf({ finding, score, label }) : 'creative-writing'

/** Whether so much was inserted at once, or so fast, that a teacher should look at it. */
function isLargeInsertion({ inserted_words, inserted_share, is_too_fast }: Evidence): boolean {
  return (
    (inserted_words ?? 0) >= insertedFrom.words ||
    (inserted_share ?? 0) >= insertedFrom.share ||
    is_too_fast === true
  )
}

/** The reasons to look at a document, by kind. */
function reasonsOf(document: JudgedDocument, evidence: Evidence): Partial<Record<StandingReason, Reason>> {
  if (!isCompleted(document)) return {}
  const completed = document.completed_at ?? document.created_at
  const { shared, replied_at, file_fact, inserted_share } = evidence
  const words = Math.max(1, document.word_count ?? 0)
  return {
    ...(replied_at && { reply: { at: replied_at, strength: 0 } }),
    ...(isWorthReading(judgedFinding(document)) && {
      'ai-writing': { at: completed, strength: document.ai_share ?? 0 },
    }),
    ...(shared && { shared: { at: shared.found_at, strength: Math.min(1, shared.words / words) } }),
    ...(isLargeInsertion(evidence) && {
      inserted: { at: completed, strength: Math.min(1, inserted_share ?? 0) },
    }),
    ...(file_fact !== null && { file: { at: completed, strength: 0 } }),
  }
}

/** When and by what a document was last closed. */
function closingOf({ done_at }: JudgedDocument, { decided_at }: Evidence): { at: Date; by: Closing } | null {
  if (decided_at !== null && (done_at === null || decided_at >= done_at))
    return { at: decided_at, by: 'decided' }
  return done_at === null ? null : { at: done_at, by: 'done' }
}

/** The order of the queue: by the strongest reason, and within it by how much of the text it concerns. */
function queueOrder(strongest: StandingReason, strength: number): number {
  return standingReasons.length - standingReasons.indexOf(strongest) + strength / 2
}

/** Decides how a document stands. The only place that does: the first rule that fits. */
export function decideStanding(document: JudgedDocument, evidence: Evidence): Stands {
  if (document.is_sample) return none
  const reasons = reasonsOf(document, evidence)
  const found = standingReasons.filter((reason) => reasons[reason] !== undefined)
  const newest = Math.max(0, ...found.map((reason) => reasons[reason]?.at.getTime() ?? 0))
  const closing = closingOf(document, evidence)
  if (closing !== null && newest <= closing.at.getTime())
    return {
      ...none,
      standing: 'closed',
      standing_reasons: found,
      standing_detail: closing.by,
      standing_since: closing.at,
    }
  const { created_at, completed_at } = document
  if (!isCompleted(document)) return { ...none, standing: 'unread', standing_since: created_at }
  const [strongest] = found
  if (strongest !== undefined)
    return {
      ...none,
      standing: 'needs-you',
      standing_reasons: found,
      standing_since: new Date(newest),
      standing_sort: queueOrder(strongest, reasons[strongest]?.strength ?? 0),
    }
  const finding = judgedFinding(document)
  const since = completed_at ?? created_at
  return finding === 'no-evidence'
    ? { ...none, standing: 'nothing-found', standing_since: since }
    : { ...none, standing: 'unclear', standing_detail: finding, standing_since: since }
}
