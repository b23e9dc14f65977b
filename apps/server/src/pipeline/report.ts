import { createHash } from 'node:crypto'
import type { Evidence, FrozenReport, PlainFact, ReportParagraph } from '@penmark/contract'
import type { DetectedParagraph, DetectedSentence, Detection } from '@penmark/detector'
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

/** Phrases for and against, strongest first. Only a marked sentence has to explain itself; the others would make reports ten times as long. */
function evidenceOf({ marked, evidence }: DetectedSentence): Evidence[] | undefined {
  if (!marked || evidence === null) return undefined
  const { towardsMachine, towardsHuman } = evidence
  const toEvidence = (direction: Evidence['direction']) => (phrase: { text: string; weight: number }) => ({
    phrase: phrase.text,
    direction,
    weight: Math.abs(phrase.weight),
    counts: null,
  })
  return [...towardsMachine.map(toEvidence('machine')), ...towardsHuman.map(toEvidence('human'))]
}

function toParagraph(paragraph: DetectedParagraph): ReportParagraph {
  return {
    paragraph_text: paragraph.text,
    probability: paragraph.probability,
    label: paragraph.label,
    spans: paragraph.sentences.map((sentence) => {
      const { text, label, probability, marked } = sentence
      const evidence = evidenceOf(sentence)
      return { text, label, probability, marked, ...(evidence && { evidence }) }
    }),
  }
}

function factsOf({ removed, facts: seen }: Detection, facts: ExtractedFact[]): PlainFact[] {
  const counted = (kind: PlainFact['kind'], count: number): PlainFact[] => (count === 0 ? [] : [{ kind, name: null, count, value: null }])
  return [
    ...counted('invisible-characters', removed.invisible),
    ...counted('look-alike-letters', removed.lookAlike),
    ...seen.map(({ kind, count, value }) => ({ kind, name: null, count, value })),
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
