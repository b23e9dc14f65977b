import type {
  Attribution,
  Calibration,
  Detection,
  Detector,
  Explained,
  Finding,
  Reason,
  Scored,
} from './detection.ts'
import { type ContextReader, Encoder } from './encoder/encoder.ts'
import { scoreEvidence, sentencePhrases, sentenceWeights } from './evidence.ts'
import { findFacts } from './facts.ts'
import {
  type InsightInput,
  insightsOf,
  kindOfText,
  type ModelWithInsights,
  minAttributionPrecision,
} from './insights.ts'
import {
  bandOf,
  distributionOf,
  exceeding,
  flaggedRarity,
  type HumanBand,
  humanBandOf,
  logOddsAt,
  pValue,
  rarityOf,
  scoreOf,
  statisticAt,
} from './model/calibrate.ts'
import { Predictor, type Prepared } from './model/predict.ts'
import { retellingOffset } from './model/retellings.ts'
import { type JudgedStretch, scan, wordStarts } from './model/scan.ts'
import { segment } from './passages.ts'
import { type JudgedParagraph, resultsOf } from './results.ts'
import { englishShare, leastEnglish } from './text/english.ts'
import { type Reading, read } from './text/reading.ts'
import { type Extent, findingOf, flaggedFrom, labelOf, strictFrom, unusualFrom } from './verdict.ts'
import { judgeSentences } from './windows.ts'

/**
 * The highest score of writing unlike all training texts: it cannot be compared with other texts, so it never
 * gets a finding.
 */
export const maxUnfamiliarScore = 0.499
/** In shorter texts little is detected, and the report says so. */
const shortTextWords = 150

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

function calibrationOf(model: ModelWithInsights, words: number, score: number): Calibration | null {
  const band: ModelWithInsights['documents'][number] | null = bandOf(model.documents, words)
  if (band === null) return null
  const machine = bandOf(model.machines, words)
  return {
    p_value: pValue(band, score),
    n: band.n,
    exceeding: exceeding(band, score),
    band: { from: band.from, to: band.to },
    false_positive_rate: band.falsePositiveRate,
    false_positive_n: band.falsePositiveRate === null ? null : band.falsePositiveN,
    human_band: humanBandOf(band),
    reaching: {
      low: exceeding(band, unusualFrom),
      middle: exceeding(band, flaggedFrom),
      high: exceeding(band, strictFrom),
    },
    distribution: {
      human: distributionOf(band),
      machine: machine === null ? null : { n: sumOf(machine.counts), counts: machine.counts },
    },
  }
}

/**
 * The widest band of all window lengths: a sentence is scored in windows of several lengths, and a narrow
 * band would make it look unusual.
 */
function sentenceBandOf({ windows }: ModelWithInsights): HumanBand | null {
  return windows.map(humanBandOf).toSorted((a, b) => b.high - a.high)[0] ?? null
}

const reasonOf: Record<'ai-likely' | 'mixed' | 'inconclusive' | 'no-evidence', readonly Reason[]> = {
  'ai-likely': ['above-threshold'],
  mixed: ['above-threshold', 'marked-passages'],
  inconclusive: ['unusual-but-below-threshold'],
  'no-evidence': ['below-threshold'],
}

const withoutScore: Record<Unscored, { finding: Finding; reasons: Reason[] }> = {
  'too-few-words': { finding: 'insufficient-text', reasons: ['too-few-words'] },
  'not-english': { finding: 'unsupported-language', reasons: ['not-english'] },
  'creative-writing': { finding: 'creative-writing', reasons: ['creative-writing'] },
  'creative-passage': { finding: 'creative-writing', reasons: ['creative-passage'] },
}

function findingAndReasons(
  { scored, unscored }: Judged,
  extent: Extent,
): { finding: Finding; reasons: Reason[] } {
  if (scored === null) {
    const { finding, reasons } = withoutScore[unscored]
    return { finding, reasons: [...reasons] }
  }
  const finding = findingOf(scored.score, extent) as keyof typeof reasonOf
  const reasons = [...reasonOf[finding]]
  if (scored.isUnfamiliar && finding === 'inconclusive') reasons.unshift('unfamiliar-writing')
  if (scored.words < shortTextWords && scored.score >= flaggedFrom) reasons.push('short-text')
  return { finding, reasons }
}

/**
 * The vendor whose machine texts the text resembles, if something reads like machine text and the model is
 * precise enough.
 */
function attributionOf(
  { insights }: ModelWithInsights,
  judged: ScoredText | null,
  finding: Finding,
): Attribution | null {
  if (judged === null || (finding !== 'ai-likely' && finding !== 'mixed')) return null
  const attribution = insights?.attribution?.(judged) ?? null
  return attribution !== null && attribution.precision >= minAttributionPrecision ? attribution : null
}

/** A text with a score, and its parts. */
interface ScoredText extends InsightInput {
  strongest: JudgedStretch
  /** The value of the statistic at which the score is 0.5. */
  cut: number
  isUnfamiliar: boolean
}

/** Why a text has no score: of imaginative writing, the whole text or only the part that stands out. */
type Unscored = 'too-few-words' | 'not-english' | 'creative-writing' | 'creative-passage'

type Judged = { reading: Reading; prepared: Prepared; calibration: Calibration | null } & (
  | { scored: ScoredText; unscored: null }
  | { scored: null; unscored: Unscored }
)

/** What of a scored text is imaginative writing, which has no score; null if nothing that matters is. */
function creativePartOf(
  { insights }: ModelWithInsights,
  { text, score, strongest }: ScoredText,
): 'creative-writing' | 'creative-passage' | null {
  const standsOut = score >= unusualFrom
  const isCreative = (from: number, to: number) =>
    insights?.isCreative?.(text, { from, to, standsOut }) ?? false
  if (isCreative(0, text.facts.size)) return 'creative-writing'
  return standsOut && isCreative(strongest.from, strongest.to) ? 'creative-passage' : null
}

function scoreText(model: ModelWithInsights, predictor: Predictor, prepared: Prepared): ScoredText | null {
  const starts = wordStarts(prepared.facts)
  // `read` counts words slightly differently. A text that is just long enough for it must not become too
  // short here.
  const words = Math.max(starts.length, model.minimumWords)
  const band = bandOf(model.nulls, words)
  if (band === null) return null
  const { size } = prepared.facts
  const logOdds = predictor.logOdds(prepared)
  const strongest = scan(
    { from: 0, to: size, starts },
    model.scales,
    (from, to) => (from === 0 && to === size ? logOdds : predictor.rangeLogOdds(prepared, from, to)),
    model.stretches,
  )
  const kind = kindOfText(model, prepared)
  const offset =
    (model.offsets.find((candidate) => candidate.kind === kind)?.by ?? 0) +
    retellingOffset(model.retellings, prepared, words)
  const rarity = rarityOf(band, strongest.standardised - offset, words)
  const judged = { text: prepared, words, logOdds, rarity, score: scoreOf(rarity) }
  const isUnfamiliar = model.insights?.isUnfamiliar?.(judged) ?? false
  const score = isUnfamiliar ? Math.min(maxUnfamiliarScore, judged.score) : judged.score
  return { ...judged, score, strongest, cut: statisticAt(band, flaggedRarity) + offset, isUnfamiliar }
}

async function judge(
  model: ModelWithInsights,
  predictor: Predictor,
  reader: ContextReader | null,
  text: string,
): Promise<Judged> {
  const reading = read(text)
  const isLongEnough = reading.proseWords >= model.minimumWords
  const isEnglish = !isLongEnough || englishShare(reading.tokens) >= leastEnglish
  const context = reader !== null && isLongEnough && isEnglish ? await reader.read(reading.tokens) : null
  const prepared = predictor.prepare(reading.tokens, context)
  const scored = isLongEnough && isEnglish ? scoreText(model, predictor, prepared) : null
  const unscored =
    scored === null ? (isEnglish ? 'too-few-words' : 'not-english') : creativePartOf(model, scored)
  if (scored === null || unscored !== null)
    return { reading, prepared, calibration: null, scored: null, unscored: unscored ?? 'too-few-words' }
  const calibration = calibrationOf(model, scored.words, scored.score)
  return { reading, prepared, calibration, scored, unscored }
}

/** The reading with what was found about each sentence. No level but `none` in a text without a finding. */
function paragraphsOf(
  predictor: Predictor,
  { reading, prepared, scored }: Judged,
  contributions: Float64Array | null,
): JudgedParagraph[] {
  const all = reading.paragraphs.flatMap((paragraph) => paragraph.sentences)
  const probabilities = scored && judgeSentences(predictor, prepared, all)
  const levels =
    scored !== null && scored.score >= flaggedFrom
      ? segment(predictor, prepared, all, scored.strongest, scored.logOdds)
      : null
  let next = 0
  return reading.paragraphs.map((paragraph) => ({
    ...paragraph,
    sentences: paragraph.sentences.map((sentence) => {
      const [probability, level] = [probabilities?.[next] ?? null, levels?.[next] ?? 'none']
      next++
      const isJudged = contributions !== null && sentence.to > sentence.from
      const weights = isJudged ? sentenceWeights(contributions, sentence) : null
      return { ...sentence, probability, level, weights }
    }),
  }))
}

function extentOf(paragraphs: readonly JudgedParagraph[]): Extent {
  const judged = paragraphs.filter(({ kind }) => kind === 'prose').flatMap(({ sentences }) => sentences)
  const marked = judged.filter(({ level }) => level !== 'none')
  return {
    inPassages: sumOf(marked.map(({ words }) => words)),
    words: sumOf(judged.map(({ words }) => words)),
  }
}

/**
 * Creates a detector from a loaded model. Calls are independent: the same text gives the same detection.
 * `reader` replaces the model's encoder, for readings that were stored.
 */
export function createDetector(
  loaded: ModelWithInsights,
  reader: ContextReader | null = loaded.encoder && new Encoder(loaded.encoder),
): Detector {
  const insights = loaded.insights ?? insightsOf(loaded)
  const model: ModelWithInsights = { ...loaded, insights }
  const predictor = new Predictor(model)
  const sentence_band = sentenceBandOf(model)
  return {
    name: model.name,
    version: model.version,
    minimumWords: model.minimumWords,
    async open(): Promise<void> {
      await reader?.open()
    },
    async score(text: string): Promise<Scored> {
      const { reading, scored, calibration } = await judge(model, predictor, reader, text)
      const score = scored?.score ?? null
      return { score, label: labelOf(score), p_value: calibration?.p_value ?? null, words: reading.words }
    },
    async detect(text: string, explained: Explained = 'all'): Promise<Detection> {
      const judged = await judge(model, predictor, reader, text)
      const { reading, prepared, scored, calibration } = judged
      const { tokens, words } = reading
      const score = scored?.score ?? null
      const contributions = scored && predictor.contributions(prepared)
      const paragraphs = paragraphsOf(predictor, judged, contributions)
      const extent = extentOf(paragraphs)
      const { finding, reasons } = findingAndReasons(judged, extent)
      return {
        score,
        label: labelOf(score),
        finding,
        reasons,
        words,
        words_needed: model.minimumWords,
        ai_share: scored && extent.inPassages / Math.max(1, extent.words),
        calibration,
        sentence_band: scored && sentence_band,
        attribution: attributionOf(model, scored, finding),
        text_type: scored && (insights.textType?.(scored) ?? null),
        calibrated_probability: scored && (insights.probability?.(scored) ?? null),
        evidence: scored && scoreEvidence(predictor, prepared, partsOf(model, scored, paragraphs), insights),
        ...resultsOf(text, paragraphs, explained, (sentence) =>
          contributions === null ? [] : sentencePhrases(prepared, tokens, contributions, sentence, insights),
        ),
        facts: findFacts(text),
      }
    },
  }
}

/**
 * The log-odds of the whole text and of the decisive stretch, each with the log-odds at which the score would
 * be 0.5, and what the sentences add.
 */
function partsOf(
  { scales }: ModelWithInsights,
  { words, logOdds, strongest, cut }: ScoredText,
  paragraphs: readonly JudgedParagraph[],
) {
  return {
    words,
    log_odds: logOdds,
    cut: logOddsAt(scales, words, cut),
    strongest: {
      words: strongest.words,
      log_odds: strongest.logOdds,
      cut: logOddsAt(scales, strongest.words, cut),
    },
    sentences: sumOf(
      paragraphs.flatMap(({ sentences }) => sentences.map(({ weights }) => weights?.sum ?? 0)),
    ),
  }
}
