import { createHash } from 'node:crypto'
import type { FrozenReport, PlainFact, ReportParagraph } from '@penmark/contract'
import type { DetectedParagraph, Detection } from '@penmark/detector'
import type { ExtractedFact } from '@penmark/extract'
import type { Scorer } from './score.ts'

export interface ReportInput {
  document_id: string
  text: string
  /** Words as they were counted against the allowance. */
  words: number
  detection: Detection
  facts: ExtractedFact[]
  detector: Pick<Scorer, 'name' | 'version' | 'modelHash'>
  now: Date
}

function toParagraph({ text, probability, label, sentences }: DetectedParagraph): ReportParagraph {
  return {
    paragraph_text: text,
    probability,
    label,
    spans: sentences.map((sentence) => ({
      text: sentence.text,
      label: sentence.label,
      probability: sentence.probability,
      marked: sentence.marked,
    })),
  }
}

function factsOf({ removed }: Detection, facts: ExtractedFact[]): PlainFact[] {
  const counted = (kind: PlainFact['kind'], count: number): PlainFact[] => (count === 0 ? [] : [{ kind, name: null, count, value: null }])
  return [
    ...counted('invisible-characters', removed.invisible),
    ...counted('look-alike-letters', removed.lookAlike),
    ...facts.map(({ kind, name, value, count }) => ({ kind, name, value, count })),
  ]
}

/** The frozen result of a document. */
export function makeReport({ document_id, text, words, detection, facts, detector, now }: ReportInput): FrozenReport {
  const { calibration } = detection
  const paragraphs = detection.paragraphs.map(toParagraph)
  return {
    document_id,
    status: 'COMPLETED',
    status_reason: null,
    score: detection.score,
    label: detection.label,
    finding: detection.finding,
    reasons: detection.reasons,
    words,
    words_needed: detection.wordsNeeded,
    ai_share: detection.aiShare,
    calibration: calibration && {
      p_value: calibration.pValue,
      n: calibration.n,
      exceeding: calibration.exceeding,
      band: calibration.band,
      false_positive_rate: calibration.falsePositiveRate,
    },
    paragraph_results: paragraphs,
    results: paragraphs,
    facts: factsOf(detection, facts),
    detector: { name: detector.name, version: detector.version, model_hash: detector.modelHash },
    text_hash: createHash('sha256').update(text).digest('hex'),
    created_at: now.toISOString(),
  }
}
