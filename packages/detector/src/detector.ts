import type {
  Attribution,
  CalibrationPoint,
  DetectedParagraph,
  DetectedSentence,
  Detection,
  Detector,
  Finding,
  HumanBand,
  Label,
  PassageLevel,
  Reason,
  Scored,
} from './detection.ts'
import { documentEvidence, sentenceEvidence } from './evidence.ts'
import { findFacts } from './facts.ts'
import { distributionOf, humanBandOf } from './human-band.ts'
import { attributionGate, type InsightfulModel, type JudgedText } from './insights.ts'
import { bandOf, cutsAt, exceeding, knotsFor, pValue, scoreOf } from './model/calibrate.ts'
import { insightsOf, kindIn } from './model/insights.ts'
import { Predictor, type Prepared } from './model/predict.ts'
import { englishShare, leastEnglish } from './text/english.ts'
import { type Reading, read } from './text/reading.ts'
import { judgeSentences, type SentenceJudgement } from './windows.ts'

/** At this score and above the label is `ai-generated`: the published false-positive point. */
export const flaggedFrom = 0.5
/** At this score and above the stricter false-positive point is met. */
export const strictFrom = 0.7
/** Below this score lies the writing that is least like machine text. */
const lowFrom = 0.3
/** Above this p-value a text is unremarkable among human texts of its length. */
const unremarkable = 0.05
/** A document is called mixed when the marked runs and the rest hold so many words each, … */
const mixedWords = 75
/** … the runs this share of all, … */
const mixedShare = 0.2
/** … and the rest, by itself, scores low on average. */
const restBelow = 0.3
/** Below so many words the calibration is coarse and the finding stays open. */
const shortText = 150

function labelOf(score: number | null): Label {
  if (score === null) return 'insufficient-text'
  return score >= flaggedFrom ? 'ai-generated' : 'human-written'
}

function levelOf(probability: number | null, marked: boolean): PassageLevel {
  if (!marked) return 'none'
  return (probability ?? 0) >= strictFrom ? 'strong' : 'light'
}

function calibrationOf(model: InsightfulModel, words: number, score: number): CalibrationPoint | null {
  const band: InsightfulModel['documents'][number] | null = bandOf(model.documents, words)
  if (band === null) return null
  return {
    pValue: pValue(band, score),
    n: band.n,
    exceeding: exceeding(band, score),
    band: { from: band.from, to: band.to },
    falsePositiveRate: band.falsePositiveRate,
    falsePositiveN: band.falsePositiveRate === null ? null : (band.falsePositiveN ?? band.n),
    humanBand: humanBandOf(band),
    reaching: { low: exceeding(band, lowFrom), middle: exceeding(band, flaggedFrom), high: exceeding(band, strictFrom) },
    distribution: { human: distributionOf(band), machine: null },
  }
}

/** The widest of the bands of windows: sentences are judged in windows of several lengths, and a narrow band would accuse. */
function sentenceBandOf({ windows }: InsightfulModel): HumanBand | null {
  return windows.map(humanBandOf).toSorted((a, b) => b.high - a.high)[0] ?? null
}

/** Words in marked runs and outside them, and the mean score of what lies outside. */
interface Runs {
  markedWords: number
  restWords: number
  restProbability: number
}

function runsOf(paragraphs: readonly DetectedParagraph[]): Runs {
  const judged = paragraphs.flatMap(({ sentences }) => sentences).filter(({ probability }) => probability !== null)
  const wordsOf = (sentences: readonly DetectedSentence[]): number => sentences.reduce((sum, { words }) => sum + words, 0)
  const rest = judged.filter(({ marked }) => !marked)
  const restWords = wordsOf(rest)
  const weighted = rest.reduce((sum, { words, probability }) => sum + words * (probability ?? 0), 0)
  return { markedWords: wordsOf(judged) - restWords, restWords, restProbability: restWords === 0 ? 1 : weighted / restWords }
}

function findingOf(
  score: number | null,
  { words, isEnglish, isUnfamiliar }: { words: number; isEnglish: boolean; isUnfamiliar: boolean },
  calibration: CalibrationPoint | null,
  runs: Runs,
): { finding: Finding; reasons: Reason[] } {
  if (score === null)
    return isEnglish
      ? { finding: 'insufficient-text', reasons: ['too-few-words'] }
      : { finding: 'unsupported-language', reasons: ['not-english'] }
  if (isUnfamiliar)
    return { finding: 'inconclusive', reasons: ['unfamiliar-writing', score >= flaggedFrom ? 'above-threshold' : 'below-threshold'] }
  const localised = runs.markedWords >= mixedWords && runs.markedWords >= mixedShare * words
  if (score >= flaggedFrom && words < shortText) return { finding: 'inconclusive', reasons: ['short-text', 'above-threshold'] }
  if (localised && runs.restWords >= mixedWords && runs.restProbability < restBelow)
    return { finding: 'mixed', reasons: ['marked-passages'] }
  if (score >= strictFrom) return { finding: 'ai-likely', reasons: ['above-strict-threshold'] }
  if (score >= flaggedFrom) return { finding: 'inconclusive', reasons: ['between-thresholds'] }
  if (localised) return { finding: 'inconclusive', reasons: ['marked-passages', 'below-threshold'] }
  if (calibration === null || calibration.pValue <= unremarkable)
    return { finding: 'inconclusive', reasons: ['unusual-but-below-threshold'] }
  return { finding: 'no-evidence', reasons: ['below-threshold'] }
}

/** Whose machine texts the text resembles; only where something reads like machine text, and only by a model that is right often enough. */
function attributionOf({ insights }: InsightfulModel, judged: JudgedText | null, finding: Finding): Attribution | null {
  if (judged === null || (finding !== 'ai-likely' && finding !== 'mixed')) return null
  const attribution = insights?.attribution?.(judged) ?? null
  return attribution !== null && attribution.precision >= attributionGate ? attribution : null
}

interface Judged {
  reading: Reading
  prepared: Prepared
  /** False where the text is long enough to tell that it is in another language, or no prose. */
  isEnglish: boolean
  /** Null where there is too little English text. */
  scored: JudgedText | null
  calibration: CalibrationPoint | null
}

function judge(model: InsightfulModel, predictor: Predictor, text: string): Judged {
  const reading = read(text)
  const prepared = predictor.prepare(reading.tokens)
  const words = reading.proseWords
  const isEnglish = words < model.minimumWords || englishShare(reading.tokens) >= leastEnglish
  if (words < model.minimumWords || !isEnglish) return { reading, prepared, isEnglish, scored: null, calibration: null }
  const logOdds = predictor.logOdds(prepared)
  const score = scoreOf(knotsFor(model, kindIn(model, prepared)), words, logOdds)
  return {
    reading,
    prepared,
    isEnglish,
    scored: { text: prepared, words, logOdds, score },
    calibration: calibrationOf(model, words, score),
  }
}

function paragraphsOf(model: InsightfulModel, predictor: Predictor, text: string, judgement: Judged): DetectedParagraph[] {
  const { reading, prepared, scored } = judgement
  const all = reading.paragraphs.flatMap((paragraph) => paragraph.sentences)
  const nothing: SentenceJudgement = { probability: null, marked: false }
  const judgements = scored === null ? all.map(() => nothing) : judgeSentences(predictor, prepared, all)
  const contributions = scored === null ? null : predictor.contributions(prepared)
  let at = 0
  return reading.paragraphs.map((paragraph) => {
    const sentences = paragraph.sentences.map((sentence) => {
      const { probability, marked } = judgements[at++] ?? nothing
      const { start, end, words } = sentence
      const judged = contributions !== null && sentence.to > sentence.from
      const evidence = judged ? sentenceEvidence(prepared, reading.tokens, contributions, sentence, model.insights ?? {}) : null
      return {
        text: text.slice(start, end),
        start,
        end,
        words,
        probability,
        label: labelOf(probability),
        marked,
        level: levelOf(probability, marked),
        evidence,
      }
    })
    const judged = sentences.filter((sentence) => sentence.probability !== null && sentence.words > 0)
    const words = judged.reduce((sum, sentence) => sum + sentence.words, 0)
    const weighted = judged.reduce((sum, sentence) => sum + (sentence.probability ?? 0) * sentence.words, 0)
    const probability = words === 0 ? null : Math.round((1000 * weighted) / words) / 1000
    const { start, end, kind } = paragraph
    return { text: text.slice(start, end), start, end, kind, words: paragraph.words, probability, label: labelOf(probability), sentences }
  })
}

/** Makes a detector of a loaded model. Calls are independent: the same text gives the same detection. */
export function createDetector(given: InsightfulModel): Detector {
  const insights = given.insights ?? insightsOf(given)
  const model: InsightfulModel = { ...given, insights }
  const predictor = new Predictor(model)
  const sentenceBand = sentenceBandOf(model)
  return {
    name: model.name,
    version: model.version,
    minimumWords: model.minimumWords,
    score(text: string): Scored {
      const { reading, scored, calibration } = judge(model, predictor, text)
      const score = scored?.score ?? null
      return { score, label: labelOf(score), pValue: calibration?.pValue ?? null, words: reading.words }
    },
    detect(text: string): Detection {
      const judged = judge(model, predictor, text)
      const { reading, prepared, isEnglish, scored, calibration } = judged
      const { words, proseWords } = reading
      const score = scored?.score ?? null
      const paragraphs = paragraphsOf(model, predictor, text, judged)
      const runs = runsOf(paragraphs)
      const isUnfamiliar = scored !== null && (insights.isUnfamiliar?.(scored) ?? false)
      const { finding, reasons } = findingOf(score, { words: proseWords, isEnglish, isUnfamiliar }, calibration, runs)
      return {
        words,
        proseWords,
        wordsNeeded: model.minimumWords,
        score,
        label: labelOf(score),
        finding,
        reasons,
        aiShare: scored === null ? null : Math.min(1, runs.markedWords / Math.max(1, proseWords)),
        calibration,
        sentenceBand: scored === null ? null : sentenceBand,
        attribution: attributionOf(model, scored, finding),
        textType: scored === null ? null : (insights.textType?.(scored) ?? null),
        calibratedProbability: scored === null ? null : (insights.probability?.(scored) ?? null),
        paragraphs,
        removed: reading.removed,
        facts: findFacts(text),
        evidence:
          scored === null
            ? null
            : documentEvidence(
                predictor,
                prepared,
                { words: proseWords, logOdds: scored.logOdds, cut: cutsAt(knotsFor(model, kindIn(model, prepared)), proseWords).half },
                insights,
              ),
      }
    },
  }
}
