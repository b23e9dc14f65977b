import type { DocumentEvidence, Phrase, SentenceEvidence } from './detection.ts'
import { gramSlots, gramSpans } from './features/grams.ts'
import { styleMeasures } from './features/style.ts'
import { fact } from './features/token-facts.ts'
import type { Predictor, Prepared } from './model/predict.ts'
import type { SentenceTokens } from './windows.ts'

const phrasesShown = 3
const wordSlots = 3
/** Smaller shares of the log-odds are not worth a teacher's time. */
const smallestWeight = 0.005

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
}

/** The strongest word phrases that do not overlap, of one sign. */
function strongest(candidates: readonly Candidate[], tokens: readonly string[], sign: 1 | -1): Phrase[] {
  const chosen: Candidate[] = []
  for (const candidate of candidates
    .filter(({ weight }) => weight * sign >= smallestWeight)
    .toSorted((a, b) => sign * (b.weight - a.weight))) {
    if (chosen.length === phrasesShown) break
    if (chosen.every((other) => candidate.to <= other.from || candidate.from >= other.to)) chosen.push(candidate)
  }
  return chosen.map(({ from, to, weight }) => ({ text: phraseText(tokens, from, to), weight: round(weight) }))
}

/** A single word is shown when it carries meaning; a phrase when it holds a word. */
function isReadable(text: Prepared, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const bits = text.facts.facts[i] as number
    if ((bits & fact.word) !== 0 && (to - from > 1 || (bits & fact.functionWord) === 0)) return true
  }
  return false
}

/** What each sentence adds to the log-odds of the document: all n-grams that begin in it, and the strongest phrases among them. */
export function sentenceEvidence(
  text: Prepared,
  tokens: readonly string[],
  contributions: Float64Array,
  { from, to }: SentenceTokens,
): SentenceEvidence {
  let weight = 0
  const candidates: Candidate[] = []
  for (let i = from; i < to; i++) {
    for (let slot = 0; slot < gramSlots; slot++) {
      const share = contributions[i * gramSlots + slot] as number
      if (share === 0) continue
      weight += share
      const end = i + (gramSpans[slot] as number)
      if (slot < wordSlots && end <= to && isReadable(text, i, end)) candidates.push({ from: i, to: end, weight: share })
    }
  }
  return { weight: round(weight), towardsMachine: strongest(candidates, tokens, 1), towardsHuman: strongest(candidates, tokens, -1) }
}

/** The parts of the log-odds that belong to no sentence, and the measures of style beside their reference bands. */
export function documentEvidence(predictor: Predictor, text: Prepared, logOdds: number, cut: number): DocumentEvidence {
  const { values, weights } = predictor.style(text)
  const bands = predictor.model.styleBands
  return {
    logOdds: round(logOdds),
    cut: round(cut),
    base: round(predictor.model.bag.bias),
    style: styleMeasures.map((measure, k) => {
      const band = bands[k]
      return {
        measure,
        value: round(values[k] as number),
        weight: round(weights[k] as number),
        reference: band === undefined ? null : band,
      }
    }),
  }
}
