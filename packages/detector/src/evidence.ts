import type { Evidence, ScoreEvidence } from './detection.ts'
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
function strongest(candidates: readonly Candidate[], sign: 1 | -1): Candidate[] {
  const chosen: Candidate[] = []
  for (const candidate of candidates
    .filter(({ weight }) => weight * sign >= smallestWeight)
    .toSorted((a, b) => sign * (b.weight - a.weight))) {
    if (chosen.length === phrasesShown) break
    if (chosen.every((other) => candidate.to <= other.from || candidate.from >= other.to))
      chosen.push(candidate)
  }
  return chosen
}

/** A phrase begins with a word; a single word is shown when it carries meaning. */
function isReadable(text: Prepared, from: number, to: number): boolean {
  const bits = text.facts.facts[from] as number
  return (bits & fact.word) !== 0 && (to - from > 1 || (bits & fact.functionWord) === 0)
}

/** What the n-grams that begin in a sentence add to the document's log-odds: their sum, and both sides of it. */
export interface SentenceWeights {
  sum: number
  machine: number
  human: number
}

export function sentenceWeights(contributions: Float64Array, { from, to }: SentenceTokens): SentenceWeights {
  let machine = 0
  let human = 0
  for (const share of contributions.subarray(from * gramSlots, to * gramSlots)) {
    if (share > 0) machine += share
    else human += share
  }
  return { sum: round(machine + human), machine: round(machine), human: round(human) }
}

/** The strongest phrases of a sentence, those of a machine first. */
export function sentencePhrases(
  text: Prepared,
  tokens: readonly string[],
  contributions: Float64Array,
  { from, to }: SentenceTokens,
  { phrases }: Insights,
): Evidence[] {
  const candidates: Candidate[] = []
  for (let i = from; i < to; i++) {
    for (let slot = 0; slot < wordSlots; slot++) {
      const weight = contributions[i * gramSlots + slot] as number
      const end = i + (gramSpans[slot] as number)
      if (weight !== 0 && end <= to && isReadable(text, i, end))
        candidates.push({ from: i, to: end, weight, gram: text.grams[i * gramSlots + slot] as number })
    }
  }
  const countsOf = (gram: number): Evidence['counts'] => {
    const counts = phrases?.counts(gram) ?? null
    if (phrases === undefined || counts === null) return null
    const { texts } = phrases
    return {
      machine: counts.machine,
      machine_texts: texts.machine,
      human: counts.human,
      human_texts: texts.human,
    }
  }
  return (['machine', 'human'] as const).flatMap((direction) =>
    strongest(candidates, direction === 'machine' ? 1 : -1).map((phrase) => ({
      phrase: phraseText(tokens, phrase.from, phrase.to),
      direction,
      weight: Math.abs(round(phrase.weight)),
      counts: countsOf(phrase.gram),
    })),
  )
}

/** The score's parts, and the measures of style with their reference bands. */
export function scoreEvidence(
  predictor: Predictor,
  text: Prepared,
  {
    words,
    log_odds,
    cut,
    strongest,
    sentences,
  }: Pick<ScoreEvidence, 'log_odds' | 'cut' | 'strongest' | 'sentences'> & { words: number },
  { phrases }: Insights,
): ScoreEvidence {
  const { values, weights } = predictor.style(text)
  const bands = predictor.model.styleBands
  return {
    log_odds: round(log_odds),
    cut: round(cut),
    strongest: { words: strongest.words, log_odds: round(strongest.log_odds), cut: round(strongest.cut) },
    base: round(predictor.model.bag.bias),
    context: round(predictor.context(text)),
    sentences: round(sentences),
    style: styleMeasures.map((measure, k) => {
      const band = bands[k]
      return {
        measure,
        value: round(values[k] as number),
        weight: round(weights[k] as number),
        reference: band === undefined || words < styleComparedFrom ? null : band,
      }
    }),
    counted_texts: phrases?.texts ?? null,
  }
}
