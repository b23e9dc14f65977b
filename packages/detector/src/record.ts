import { boundDetail } from './bounded-detail.ts'
import type { DetectedParagraph, DetectedSentence, Detection, PhraseCounts } from './detection.ts'

/**
 * The maximum number of marked sentences with evidence, those with the most influence. A document of 10,000
 * words has about 500 sentences; the evidence of a million characters of marked text would make a report of
 * ten million.
 */
const maxExplained = 500
/** How many unmarked sentences per direction also get evidence. */
const strongestShown = 3

/**
 * Which sentences include their phrases: all, or the marked ones and the few most influential ones in each
 * direction.
 */
export type Explained = 'all' | 'strongest'

/** A detection as JSON, in the API's field names, without the fields that only a stored report has. */
export type DetectionRecord = ReturnType<typeof recordOf>

const countsOf = (counts: PhraseCounts | null, texts: PhraseCounts | null) =>
  counts === null || texts === null
    ? null
    : { machine: counts.machine, machine_texts: texts.machine, human: counts.human, human_texts: texts.human }

function evidenceOf({ evidence }: DetectedSentence, texts: PhraseCounts | null) {
  const { towardsMachine = [], towardsHuman = [] } = evidence ?? {}
  const toEvidence =
    (direction: 'machine' | 'human') =>
    ({ text, weight, counts }: (typeof towardsMachine)[number]) => ({
      phrase: text,
      direction,
      weight: Math.abs(weight),
      counts: countsOf(counts, texts),
    })
  return [...towardsMachine.map(toEvidence('machine')), ...towardsHuman.map(toEvidence('human'))]
}

/**
 * The marked sentences and the strongest few of each direction; the phrases of all would make a report
 * several times as long.
 */
function strongestSentences(paragraphs: readonly DetectedParagraph[]): Set<DetectedSentence> {
  const all = paragraphs.flatMap(({ sentences }) => sentences)
  const byWeight = all
    .flatMap((sentence) =>
      sentence.evidence === null ? [] : [{ sentence, weight: sentence.evidence.weight }],
    )
    .toSorted((a, b) => b.weight - a.weight)
  const strongest = [
    ...byWeight.slice(0, strongestShown).filter(({ weight }) => weight > 0),
    ...byWeight.slice(-strongestShown).filter(({ weight }) => weight < 0),
  ]
  const weightOf = ({ evidence }: DetectedSentence) => Math.abs(evidence?.weight ?? 0)
  const marked = all.filter((sentence) => sentence.marked).toSorted((a, b) => weightOf(b) - weightOf(a))
  return new Set([...marked.slice(0, maxExplained), ...strongest.map(({ sentence }) => sentence)])
}

/** The paragraphs, with bounded detail for a long text unless every sentence is to be explained. */
function paragraphsOf(detection: Detection, explained: Explained) {
  const paragraphs = unboundedParagraphs(detection, explained)
  if (explained === 'all') return { paragraphs, detail: null }
  return boundDetail(paragraphs, (span) => span.evidence !== undefined)
}

function unboundedParagraphs({ paragraphs, evidence }: Detection, explained: Explained) {
  const texts = evidence?.countedTexts ?? null
  const strongest = explained === 'all' ? null : strongestSentences(paragraphs)
  return paragraphs.map((paragraph) => ({
    paragraph_text: paragraph.text,
    kind: paragraph.kind,
    probability: paragraph.probability,
    label: paragraph.label,
    spans: paragraph.sentences.map((sentence) => {
      const { text, label, probability, marked, level } = sentence
      const weights = sentence.evidence && {
        machine: sentence.evidence.machineWeight,
        human: sentence.evidence.humanWeight,
      }
      const isExplained = sentence.evidence !== null && (strongest === null || strongest.has(sentence))
      const phrases = isExplained ? { evidence: evidenceOf(sentence, texts) } : {}
      return { text, label, probability, marked, level, weights, ...phrases }
    }),
  }))
}

function factsOf({ disguise, facts }: Detection) {
  const counted = (kind: 'invisible-characters' | 'look-alike-letters', count: number) =>
    count === 0 ? [] : [{ kind, name: null, count, value: null }]
  return [
    ...counted('invisible-characters', disguise.invisible),
    ...counted('look-alike-letters', disguise.lookAlike),
    ...facts.map(({ kind, count, value }) => ({ kind, name: null, count, value })),
  ]
}

function scoreEvidenceOf({ evidence, paragraphs }: Detection) {
  if (evidence === null) return null
  const { logOdds, cut, strongest, base, context, style, countedTexts } = evidence
  const sentences = paragraphs.flatMap((paragraph) =>
    paragraph.sentences.map((sentence) => sentence.evidence?.weight ?? 0),
  )
  return {
    log_odds: logOdds,
    cut,
    strongest: { words: strongest.words, log_odds: strongest.logOdds, cut: strongest.cut },
    base,
    context,
    sentences: Math.round(sentences.reduce((sum, weight) => sum + weight, 0) * 1e4) / 1e4,
    style: style.map(({ measure, value, weight, reference }) => ({ measure, value, weight, reference })),
    counted_texts: countedTexts,
  }
}

/** Converts a detection to JSON. */
export function recordOf(detection: Detection, explained: Explained) {
  const { calibration, calibratedProbability: probability } = detection
  const { paragraphs, detail } = paragraphsOf(detection, explained)
  return {
    score: detection.score,
    label: detection.label,
    finding: detection.finding,
    reasons: detection.reasons,
    words: detection.words,
    words_needed: detection.wordsNeeded,
    ai_share: detection.aiShare,
    calibration: calibration && {
      p_value: calibration.pValue,
      n: calibration.n,
      exceeding: calibration.exceeding,
      band: calibration.band,
      false_positive_rate: calibration.falsePositiveRate,
      false_positive_n: calibration.falsePositiveN,
      human_band: calibration.humanBand,
      reaching: calibration.reaching,
      distribution: calibration.distribution,
    },
    sentence_band: detection.sentenceBand,
    attribution: detection.attribution,
    text_type: detection.textType,
    calibrated_probability: probability && {
      value: probability.value,
      machine_share: probability.machineShare,
      n: probability.n,
    },
    evidence: scoreEvidenceOf(detection),
    results: paragraphs,
    detail,
    facts: factsOf(detection),
  }
}
