import { gramSlots, gramSpans } from '../features/grams.ts'
import { measureStyle, styleBin, styleSize } from '../features/style.ts'
import { GramIndex } from './hash-sets.ts'
import type { Bag, CreativeReader, Model } from './model.ts'
import { countWeight, longestPart, type Prepared } from './predict.ts'

/**
 * Log-odds from which a whole text that stands out is creative prose. That is less than for other texts, since a
 * finding on a story would accuse its writer; the evaluation shows what is found and taken at each threshold.
 */
export const doubtFrom = -1.5

/** Bits of the ranks of so many n-grams; an index has at least one word of them. */
export const bitsOf = (size: number): number => Math.max(5, 32 - Math.clz32(size))

/** Log-odds that ranges of texts are creative prose. Not reentrant: it holds scratch space. */
export class CreativeOdds {
  readonly #bag: Bag
  readonly #model: Pick<Model, 'styleEdges' | 'common'>
  /** The reader's n-grams among those of the model. */
  readonly #index: GramIndex
  readonly #counts: Uint16Array
  readonly #style = new Float32Array(styleSize)

  constructor(
    { bag, ranks }: Pick<CreativeReader, 'bag' | 'ranks'>,
    model: Pick<Model, 'styleEdges' | 'common' | 'grams'>,
  ) {
    this.#bag = bag
    this.#model = model
    this.#index = new GramIndex(ranks, bitsOf(model.grams.size))
    this.#counts = new Uint16Array(ranks.length)
  }

  /** The mean over equal parts of tokens `from`…`to`, each no longer than what it learned from. */
  of(text: Pick<Prepared, 'facts' | 'grams'>, from: number, to: number): number {
    const parts = Math.max(1, Math.ceil((to - from) / longestPart))
    const at = (part: number): number => from + Math.floor((part * (to - from)) / parts)
    let sum = 0
    for (let part = 0; part < parts; part++) sum += this.#part(text, at(part), at(part + 1))
    return sum / parts
  }

  #part({ facts, grams }: Pick<Prepared, 'facts' | 'grams'>, from: number, to: number): number {
    const { bias, scale, weights, style } = this.#bag
    const counts = this.#counts
    const seen: number[] = []
    for (let slot = 0; slot < gramSlots; slot++) {
      const last = (to - (gramSpans[slot] as number)) * gramSlots + slot
      for (let i = from * gramSlots + slot; i <= last; i += gramSlots) {
        const rank = grams[i] as number
        const place = rank < 0 ? -1 : this.#index.find(rank)
        if (place < 0) continue
        if (counts[place] === 0) seen.push(place)
        counts[place] = (counts[place] as number) + 1
      }
    }
    let dot = 0
    let squares = 0
    for (const place of seen) {
      const value = countWeight(counts[place] as number)
      counts[place] = 0
      squares += value * value
      dot += value * (weights[place] as number)
    }
    const { styleEdges, common } = this.#model
    const bins = styleEdges.length / styleSize + 1
    measureStyle(facts, from, to, (word) => common.has(word), this.#style)
    let odds = bias + (squares > 0 ? (scale * dot) / Math.sqrt(squares) : 0)
    for (let k = 0; k < styleSize; k++)
      odds += style[k * bins + styleBin(styleEdges, k, this.#style[k] as number, bins)] as number
    return odds
  }
}
