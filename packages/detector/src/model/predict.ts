import { contextOdds, runningSums } from '../encoder/encoder.ts'
import { gramHashes, gramSlots, gramSpans, skeletonSlot } from '../features/grams.ts'
import { measureStyle, styleBin, styleSize } from '../features/style.ts'
import { fact, type TokenFacts, tokenFacts } from '../features/token-facts.ts'
import { type Lexicon, withCorrectedSpelling } from './lexicon.ts'

import type { Model } from './model.ts'

/**
 * A text ready for scoring: ranks of its n-grams (`-1` where unknown to the model) and facts of its tokens.
 */
export interface Prepared {
  facts: TokenFacts
  grams: Int32Array
  /** Running sums of the encoder's reading; null for a model of words alone. */
  context: Int32Array | null
}

/** Longer texts are scored in equal parts, as long as the training texts. */
export const longestPart = 1000

const countSteps = 4096
const countWeights = Float64Array.from({ length: countSteps }, (_, count) =>
  count === 0 ? 0 : 1 + Math.log(count),
)

/** 1 + ln(count), the weight of an n-gram that occurs `count` times. */
export function countWeight(count: number): number {
  return countWeights[Math.min(count, countSteps - 1)] as number
}

/**
 * Facts of the tokens as written, and hashes of their n-grams at the same positions; from corrected tokens
 * where many are misspelt.
 */
export function numbersOf(tokens: readonly string[], lexicon: Lexicon): Omit<Prepared, 'context'> {
  const facts = tokenFacts(tokens)
  const read = withCorrectedSpelling(tokens, lexicon)
  return { facts, grams: gramHashes(read === tokens ? facts : tokenFacts(read)) }
}

/** Replaces hashes by the model's ranks in place; unknown n-grams become -1. */
export function rankGrams(
  { grams, skeletons }: Pick<Model, 'grams' | 'skeletons'>,
  hashes: Int32Array,
): Int32Array {
  if (!skeletons)
    for (let i = 0; i < hashes.length; i += gramSlots) hashes.fill(-1, i + skeletonSlot, i + gramSlots)
  return grams.rank(hashes)
}

/** Scores stretches of prepared texts. Not reentrant: it holds scratch space, but no other state. */
export class Predictor {
  readonly model: Model
  readonly #counts: Uint16Array
  readonly #style = new Float32Array(styleSize)
  readonly #isCommon: (word: number) => boolean

  constructor(model: Model) {
    this.model = model
    this.#counts = new Uint16Array(model.grams.size)
    this.#isCommon = (word) => model.common.has(word)
  }

  /** `reading` is the encoder's of the same tokens. */
  prepare(tokens: readonly string[], reading: Int8Array | null): Prepared {
    const { facts, grams } = numbersOf(tokens, this.model.lexicon)
    return { facts, grams: rankGrams(this.model, grams), context: reading && runningSums(reading) }
  }

  /** Equal parts of at most `longestPart` tokens. */
  #parts(size: number): { from: number; to: number }[] {
    const count = Math.max(1, Math.ceil(size / longestPart))
    return Array.from({ length: count }, (_, i) => ({
      from: Math.floor((i * size) / count),
      to: Math.floor(((i + 1) * size) / count),
    }))
  }

  /**
   * What each n-gram adds to `logOdds`, at the positions of `grams`. A repeated n-gram divides its weight
   * among its occurrences.
   */
  contributions(text: Prepared): Float64Array {
    const { grams } = text
    const counts = this.#counts
    const { scale, weights } = this.model.bag
    const out = new Float64Array(grams.length)
    const parts = this.#parts(text.facts.size)
    for (const { from, to } of parts) {
      const positions: number[] = []
      for (let slot = 0; slot < gramSlots; slot++) {
        const last = (to - (gramSpans[slot] as number)) * gramSlots + slot
        for (let i = from * gramSlots + slot; i <= last; i += gramSlots) {
          const gram = grams[i] as number
          if (gram < 0) continue
          counts[gram] = (counts[gram] as number) + 1
          positions.push(i)
        }
      }
      let squares = 0
      for (const i of positions) {
        const gram = grams[i] as number
        const count = counts[gram] as number
        const value = countWeight(count)
        squares += (value * value) / count
        out[i] = (scale * (weights[gram] as number) * value) / count
      }
      const norm = squares > 0 ? 1 / (Math.sqrt(squares) * parts.length) : 0
      for (const i of positions) {
        out[i] = (out[i] as number) * norm
        counts[grams[i] as number] = 0
      }
    }
    return out
  }

  /** Measures of the whole text, and what each adds to `logOdds`. */
  style(text: Prepared): { values: Float32Array; weights: Float64Array } {
    const weights = new Float64Array(styleSize)
    const parts = this.#parts(text.facts.size)
    for (const { from, to } of parts) {
      measureStyle(text.facts, from, to, this.#isCommon, this.#style)
      for (let k = 0; k < styleSize; k++)
        weights[k] = (weights[k] as number) + this.#styleWeight(k, this.#style[k] as number) / parts.length
    }
    const values = new Float32Array(styleSize)
    measureStyle(text.facts, 0, text.facts.size, this.#isCommon, values)
    return { values, weights }
  }

  #styleWeight(measure: number, value: number): number {
    const { styleEdges, bag } = this.model
    const bins = styleEdges.length / styleSize + 1
    return bag.style[measure * bins + styleBin(styleEdges, measure, value, bins)] as number
  }

  /** Log-odds of a whole text: the mean over equal parts of at most `longestPart` tokens. */
  logOdds(text: Prepared): number {
    const parts = this.#parts(text.facts.size)
    return parts.reduce((sum, { from, to }) => sum + this.rangeLogOdds(text, from, to), 0) / parts.length
  }

  /** Log-odds of tokens `from`…`to`. */
  rangeLogOdds(text: Prepared, from: number, to: number): number {
    const counts = this.#counts
    const { grams } = text
    const { bias, scale, weights } = this.model.bag
    for (let slot = 0; slot < gramSlots; slot++) {
      const last = (to - (gramSpans[slot] as number)) * gramSlots + slot
      for (let i = from * gramSlots + slot; i <= last; i += gramSlots) {
        const gram = grams[i] as number
        if (gram >= 0) counts[gram] = (counts[gram] as number) + 1
      }
    }
    let dot = 0
    let squares = 0
    for (let i = from * gramSlots; i < to * gramSlots; i++) {
      const gram = grams[i] as number
      if (gram < 0) continue
      const count = counts[gram] as number
      if (count === 0) continue
      counts[gram] = 0
      const value = countWeight(count)
      squares += value * value
      dot += value * (weights[gram] as number)
    }
    measureStyle(text.facts, from, to, this.#isCommon, this.#style)
    let style = 0
    for (let k = 0; k < styleSize; k++) {
      style += this.#styleWeight(k, this.#style[k] as number)
    }
    return (
      bias + style + (squares > 0 ? (scale * dot) / Math.sqrt(squares) : 0) + this.#context(text, from, to)
    )
  }

  #context({ context }: Prepared, from: number, to: number): number {
    const { encoder } = this.model
    return context === null || encoder === null ? 0 : encoder.weight * contextOdds(context, from, to)
  }

  /** What the encoder adds to `logOdds` of the whole text. */
  context(text: Prepared): number {
    const parts = this.#parts(text.facts.size)
    return parts.reduce((sum, { from, to }) => sum + this.#context(text, from, to), 0) / parts.length
  }
}

/** Words among tokens `from`…`to`. */
export function wordsBetween(facts: TokenFacts, from: number, to: number): number {
  let words = 0
  for (let i = from; i < to; i++) if (((facts.facts[i] as number) & (fact.word | fact.number)) !== 0) words++
  return words
}
