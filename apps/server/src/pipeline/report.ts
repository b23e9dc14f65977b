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
  /** Facts about the text's references. */
  references: ExtractedFact[]
  /** Facts about the file. */
  facts: ExtractedFact[]
  detector: Pick<Scorer, 'name' | 'version' | 'modelHash'>
  now: Date
}

/** The frozen result of a document. */
export function makeReport({ document_id, text, words, record, references, facts, detector, now }: ReportInput): FrozenReport {
  return {
    ...record,
    document_id,
    status: 'COMPLETED',
    status_reason: null,
    words,
    paragraph_results: record.results,
    facts: [...record.facts, ...withNotes(references, facts), ...facts].map((fact) => ({ ...fact, severity: severityOf(fact) })),
    detector: { name: detector.name, version: detector.version, model_hash: detector.modelHash },
    text_hash: createHash('sha256').update(text).digest('hex'),
    created_at: now.toISOString(),
  }
}

/** Notes are not part of the text, and whole styles cite in them: beside notes, nothing says that an entry is cited nowhere. */
function withNotes(references: ExtractedFact[], facts: ExtractedFact[]): ExtractedFact[] {
  const hasNotes = facts.some(({ kind, name }) => kind === 'left-out' && name === 'notes')
  return hasNotes ? references.filter(({ kind }) => kind !== 'uncited-reference') : references
}
