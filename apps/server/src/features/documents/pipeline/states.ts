import type { FrozenReport } from '@penmark/contract'
import type { Job } from '../../../services/queue/queue.ts'
import type { DocumentRow } from '../rows/store.ts'
import type { ReadText } from './reading/text.ts'

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
