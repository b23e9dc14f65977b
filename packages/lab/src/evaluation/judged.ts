import { type Model, Predictor, scoreOf } from '@penmark/detector/lab'
import type { Item } from '../corpora/collection.ts'
import { familyOf } from '../corpora/families.ts'
import type { Example } from '../training/prepared.ts'

/** How the judging model stands to the text. */
export type Standing =
  /** The source trains nothing, in any model. */
  | 'test-source'
  /** The judging model was trained without the text's family of sources. */
  | 'left-out-source'
  /** The released model, a text of a source it knows, kept out of training with its prompt. */
  | 'known-source'

export interface Judged {
  item: Item
  standing: Standing
  words: number
  odds: number
  score: number
}

/** The released model and its siblings that were each trained without a family. */
export class Judges {
  readonly #released: Predictor
  readonly #siblings: Predictor[]
  readonly model: Model

  constructor(model: Model, withoutFamily: readonly Model[]) {
    this.model = model
    this.#released = new Predictor(model)
    this.#siblings = withoutFamily.map((sibling) => new Predictor(sibling))
  }

  predictor(item: Item, standing: Standing): Predictor {
    const sibling = this.#siblings[familyOf(item.source.name)]
    return standing === 'left-out-source' && sibling !== undefined ? sibling : this.#released
  }

  judge(example: Example, standing: Standing): Judged {
    const odds = this.predictor(example.item, standing).logOdds(example)
    return { item: example.item, standing, words: example.words, odds, score: scoreOf(this.model.knots, example.words, odds) }
  }
}
