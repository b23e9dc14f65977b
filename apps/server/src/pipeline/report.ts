import { createHash } from 'node:crypto'
import { type FrozenReport, severityOf } from '@penmark/contract'
import type { DetectionRecord } from '@penmark/detector'
import type { ExtractedFact } from '@penmark/extract'
import type { Scorer } from './score.ts'

export interface ReportInput {
  document_id: string
  text: string
  /** Words as counted against the allowance. */
  words: number
  record: DetectionRecord
  facts: ExtractedFact[]
  detector: Pick<Scorer, 'name' | 'version' | 'modelHash'>
  now: Date
}

/** The frozen result of a document. */
export function makeReport({ document_id, text, words, record, facts, detector, now }: ReportInput): FrozenReport {
  return {
    ...record,
    document_id,
    status: 'COMPLETED',
    status_reason: null,
    words,
    paragraph_results: record.results,
    facts: [...record.facts, ...facts].map((fact) => ({ ...fact, severity: severityOf(fact) })),
    detector: { name: detector.name, version: detector.version, model_hash: detector.modelHash },
    text_hash: createHash('sha256').update(text).digest('hex'),
    created_at: now.toISOString(),
  }
}
