import type { FrozenReport } from '@penmark/contract'
import type { Job } from '../../../outside/queue/queue.ts'
import type { ReadText } from '../reading/text.ts'
import type { DocumentRow } from '../store.ts'

/** A document that a job works on. */
export interface ClaimedDocument {
  job: Job
  row: DocumentRow
  /** The text of a document without a file; null if it is gone. */
  pasted: string | null
}

/** Its text is known and counted, but not yet stored or paid for. */
export interface ReadDocument extends ClaimedDocument {
  read: ReadText
  words: number
}

/** Its result is known, but not yet stored. */
export interface ScoredDocument extends ReadDocument {
  report: FrozenReport
}
