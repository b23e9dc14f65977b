import type { DocumentEvidence, Phrase, PhraseCounts, SentenceEvidence } from './detection.ts'
import { gramSlots, gramSpans } from './features/grams.ts'
import { styleMeasures } from './features/style.ts'
import { fact } from './features/token-facts.ts'
import type { Insights } from './insights.ts'
import type { Predictor, Prepared } from './model/predict.ts'
import type { SentenceTokens } from './windows.ts'

const phrasesShown = 3
const wordSlots = 3
/** Smaller shares of the log-odds are not worth showing. */
const smallestWeight = 0.005
/** The bands of style were measured on texts with at least this many words. */
const styleComparedFrom = 150

const round = (value: number): number => Math.round(value * 1e4) / 1e4
const closing = /^[.,;:!?)\]'"%]/

function phraseText(tokens: readonly string[], from: number, to: number): string {
  let text = ''
  for (let i = from; i < to; i++) {
    const token = tokens[i] as string
    text += text === '' || closing.test(token) || /[([]$/.test(text) ? token : ` ${token}`
  }
  return text
}

interface Candidate {
  from: number
  to: number
  weight: number
  /** Rank of the n-gram. */
  gram: number
}

/** The strongest word phrases that do not overlap, of one sign. */
function strongest(
  candidates: readonly Candidate[],
  tokens: readonly string[],
  sign: 1 | -1,
  countsOf: (gram: number) => PhraseCounts | null,
): Phrase[] {
  const chosen: Candidate[] = []
  for (const candidate of candidates
    .filter(({ weight }) => weight * sign >= smallestWeight)
    .toSorted((a, b) => sign * (b.weight - a.weight))) {
    if (chosen.length === phrasesShown) break
    if (chosen.every((other) => candidate.to <= other.from || candidate.from >= other.to))
      chosen.push(candidate)
  }
  return chosen.map(({ from, to, weight, gram }) => ({
    text: phraseText(tokens, from, to),
    weight: round(weight),
    counts: countsOf(gram),
  }))
}

/** A phrase begins with a word; a single word is shown when it carries meaning. */
function isReadable(text: Prepared, from: number, to: number): boolean {
  const bits = text.facts.facts[from] as number
  return (bits & fact.word) !== 0 && (to - from > 1 || (bits & fact.functionWord) === 0)
}

/**
 * What each sentence adds to the document's log-odds through the n-grams that begin in it, and the strongest
 * phrases among them.
 */
export function sentenceEvidence(
  text: Prepared,
  tokens: readonly string[],
  contributions: Float64Array,
  { from, to }: SentenceTokens,
  { phrases }: Insights,
): SentenceEvidence {
  let machineWeight = 0
  let humanWeight = 0
  const candidates: Candidate[] = []
  for (let i = from; i < to; i++) {
    for (let slot = 0; slot < gramSlots; slot++) {
      const share = contributions[i * gramSlots + slot] as number
      if (share === 0) continue
      if (share > 0) machineWeight += share
      else humanWeight += share
      const end = i + (gramSpans[slot] as number)
      if (slot < wordSlots && end <= to && isReadable(text, i, end))
        candidates.push({ from: i, to: end, weight: share, gram: text.grams[i * gramSlots + slot] as number })
    }
  }
  const countsOf = (gram: number) => phrases?.counts(gram) ?? null
  return {
    weight: round(machineWeight + humanWeight),
    machineWeight: round(machineWeight),
    humanWeight: round(humanWeight),
    towardsMachine: strongest(candidates, tokens, 1, countsOf),
    towardsHuman: strongest(candidates, tokens, -1, countsOf),
  }
}

/**
 * The parts of the log-odds that belong to no sentence, and the measures of style with their reference bands.
 */
export function documentEvidence(
  predictor: Predictor,
  text: Prepared,
  {
    words,
    logOdds,
    cut,
    strongest,
  }: Pick<DocumentEvidence, 'logOdds' | 'cut' | 'strongest'> & { words: number },
  { phrases }: Insights,
): DocumentEvidence {
  const { values, weights } = predictor.style(text)
  const bands = predictor.model.styleBands
  return {
    logOdds: round(logOdds),
    cut: round(cut),
    strongest: { words: strongest.words, logOdds: round(strongest.logOdds), cut: round(strongest.cut) },
    base: round(predictor.model.bag.bias),
    context: round(predictor.context(text)),
    style: styleMeasures.map((measure, k) => {
      const band = bands[k]
      return {
        measure,
        value: round(values[k] as number),
        weight: round(weights[k] as number),
        reference: band === undefined || words < styleComparedFrom ? null : band,
      }
    }),
    countedTexts: phrases?.texts ?? null,
  }
}
