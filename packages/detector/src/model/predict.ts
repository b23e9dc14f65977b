import { gramHashes, gramSlots, gramSpans } from '../features/grams.ts'
import { measureStyle, styleBin, styleBins, styleSize } from '../features/style.ts'
import { fact, type TokenFacts, tokenFacts } from '../features/token-facts.ts'
import type { Model } from './model.ts'

/** A text ready for judging: ranks of its n-grams (`-1` where the model does not know one) and facts of its tokens. */
export interface Prepared {
  facts: TokenFacts
  grams: Int32Array
}

/** Texts longer than this are judged in equal parts, as long as the texts that the model was trained on. */
export const longestPart = 1000

const countSteps = 4096
const countWeights = Float64Array.from({ length: countSteps }, (_, count) => (count === 0 ? 0 : 1 + Math.log(count)))

/** 1 + ln(count), the weight of an n-gram that occurs `count` times. */
export function countWeight(count: number): number {
  return countWeights[Math.min(count, countSteps - 1)] as number
}

/** Judges stretches of prepared texts. One at a time: it holds scratch space between calls, and nothing else. */
export class Predictor {
  readonly model: Model
  readonly #mean: Float32Array
  readonly #meanStyle: Float32Array
  readonly #meanBias: number
  readonly #counts: Uint16Array
  readonly #style = new Float32Array(styleSize)
  readonly #isCommon: (word: number) => boolean

  constructor(model: Model) {
    this.model = model
    const share = 1 / model.bags.length
    this.#mean = new Float32Array(model.grams.size)
    this.#meanStyle = new Float32Array(styleSize * styleBins)
    let bias = 0
    for (const bag of model.bags) {
      const factor = bag.scale * share
      for (let i = 0; i < this.#mean.length; i++) this.#mean[i] = (this.#mean[i] as number) + (bag.weights[i] as number) * factor
      for (let i = 0; i < bag.style.length; i++) this.#meanStyle[i] = (this.#meanStyle[i] as number) + (bag.style[i] as number) * share
      bias += bag.bias * share
    }
    this.#meanBias = bias
    this.#counts = new Uint16Array(model.grams.size)
    this.#isCommon = (word) => model.common.has(word)
  }

  prepare(tokens: readonly string[]): Prepared {
    const facts = tokenFacts(tokens)
    return { facts, grams: this.model.grams.rank(gramHashes(facts)) }
  }

  /** Log-odds of a whole text: the mean over equal parts of at most `longestPart` tokens. */
  logOdds(text: Prepared): number {
    const parts = Math.max(1, Math.ceil(text.facts.size / longestPart))
    let sum = 0
    for (let i = 0; i < parts; i++) {
      sum += this.rangeLogOdds(text, Math.floor((i * text.facts.size) / parts), Math.floor(((i + 1) * text.facts.size) / parts))
    }
    return sum / parts
  }

  /** Mean log-odds of all bags for tokens `from`…`to`. */
  rangeLogOdds(text: Prepared, from: number, to: number): number {
    const counts = this.#counts
    const { grams } = text
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
      dot += value * (this.#mean[gram] as number)
    }
    measureStyle(text.facts, from, to, this.#isCommon, this.#style)
    let style = 0
    for (let k = 0; k < styleSize; k++) {
      style += this.#meanStyle[k * styleBins + styleBin(this.model.styleEdges, k, this.#style[k] as number)] as number
    }
    return this.#meanBias + style + (squares > 0 ? dot / Math.sqrt(squares) : 0)
  }
}

/** Words among tokens `from`…`to`. */
export function wordsBetween(facts: TokenFacts, from: number, to: number): number {
  let words = 0
  for (let i = from; i < to; i++) if (((facts.facts[i] as number) & (fact.word | fact.number)) !== 0) words++
  return words
}
