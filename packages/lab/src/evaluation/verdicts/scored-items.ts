import {
  bandOf,
  flaggedRarity,
  type Kind,
  kindOfText,
  knownShare,
  type Model,
  maxUnfamiliarScore,
  Predictor,
  rarityOf,
  retellingOffset,
  scan,
  scoreOf,
  statisticAt,
  wordStarts,
} from '@penmark/detector/lab'
import type { Item } from '../../corpora/collection.ts'
import { familyOf } from '../../corpora/families.ts'
import type { Readings } from '../../encoder/readings.ts'
import type { Example } from '../../training/dataset/dataset.ts'
import { type ReadingsOf, unseenBy } from '../../training/train.ts'

/** How the scoring model relates to the text. */
export type ModelRelation =
  /** The source is never used for training, in any model. */
  | 'test-source'
  /** The model was trained without the text's family of sources. */
  | 'left-out-source'
  /** The released model, and a text of a known source that was kept out of training with its prompt. */
  | 'known-source'

export interface ScoredItem {
  item: Item
  relation: ModelRelation
  words: number
  /** The kind of writing, classified by a model with the same relation to the text. */
  kind: Kind | null
  /** How rare the text would be among student texts, from which the score follows, before rounding. */
  rarity: number
  /** The scan statistic above the threshold of the text's length and kind. */
  margin: number
  score: number
  /** Share of its word pairs that the model knows. */
  known: number
}

/** The released model and its siblings, each trained without one family. */
export class Scorers {
  readonly #released: Predictor
  readonly #siblings: Predictor[]
  readonly #readings: Readings | null
  readonly model: Model

  constructor(model: Model, withoutFamily: readonly Model[], readings: Readings | null) {
    this.model = model
    this.#readings = readings
    this.#released = new Predictor(model)
    this.#siblings = withoutFamily.map((sibling) => new Predictor(sibling))
  }

  predictor(item: Item, relation: ModelRelation): Predictor {
    const sibling = this.#siblings[familyOf(item.source.name)]
    return relation === 'left-out-source' && sibling !== undefined ? sibling : this.#released
  }

  /** The encoder with the same relation to a text as `predictor`. */
  readingsOf(relation: ModelRelation): ReadingsOf {
    return relation === 'left-out-source' ? unseenBy(this.#readings) : () => this.#readings?.released ?? null
  }

  score(example: Example, relation: ModelRelation): ScoredItem {
    const predictor = this.predictor(example.item, relation)
    const { item, facts } = example
    const starts = wordStarts(facts)
    const words = Math.max(starts.length, this.model.minimumWords)
    const band = bandOf(this.model.nulls, words)
    const kind = kindOfText(predictor.model, example)
    const offset =
      (this.model.offsets.find((one) => one.kind === kind)?.by ?? 0) +
      retellingOffset(this.model.retellings, example, words)
    const { standardised } = scan(
      { from: 0, to: facts.size, starts },
      this.model.scales,
      (from, to) =>
        from === 0 && to === facts.size
          ? predictor.logOdds(example)
          : predictor.rangeLogOdds(example, from, to),
      this.model.stretches,
    )
    const statistic = standardised - offset
    const rarity = band === null ? 0 : rarityOf(band, statistic, words)
    const known = knownShare(example)
    const score =
      known < this.model.leastKnown ? Math.min(maxUnfamiliarScore, scoreOf(rarity)) : scoreOf(rarity)
    return {
      item,
      relation,
      words,
      kind,
      rarity,
      margin: statistic - (band === null ? 0 : statisticAt(band, flaggedRarity)),
      score,
      known,
    }
  }
}
