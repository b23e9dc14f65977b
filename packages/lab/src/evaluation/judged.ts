import { aboveCut, cutsAt, type Kind, kindIn, knotsFor, knownShare, type Model, Predictor, scoreOf } from '@penmark/detector/lab'
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
  /** The kind of writing, told by a head of the same standing. */
  kind: Kind | null
  /** Log-odds above the cut for the length and kind, in steps of the score: what the score is made of, without its rounding. */
  above: number
  /** The same, not in steps: log-odds above the cut. */
  margin: number
  score: number
  /** Share of its pairs of words that the model knows. */
  known: number
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
    const predictor = this.predictor(example.item, standing)
    const odds = predictor.logOdds(example)
    const kind = kindIn(predictor.model, example)
    const knots = knotsFor(this.model, kind)
    const { item, words } = example
    return {
      item,
      standing,
      words,
      kind,
      above: aboveCut(knots, words, odds),
      margin: odds - cutsAt(knots, words).half,
      score: scoreOf(knots, words, odds),
      known: knownShare(example),
    }
  }
}
