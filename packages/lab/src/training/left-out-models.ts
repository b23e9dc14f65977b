import type { Model } from '@penmark/detector/lab'
import type { Item } from '../corpora/collection.ts'
import { mayTrain } from '../corpora/training-texts.ts'
import { learnKinds } from './kind-head.ts'
import type { Learned } from './train.ts'

/**
 * The models that were trained without one family each, with the kinds of writing and the encoder that they
 * had when the model was released.
 */
export function asReleased(
  { name, withoutFamily }: Learned,
  items: readonly Item[],
  released: Model,
  seed: number,
): Model[] {
  const kinds = learnKinds(
    items.filter((item) => mayTrain(name, item)),
    seed,
  ).withoutFamily
  return withoutFamily.map((sibling, family) => ({
    ...sibling,
    kinds: kinds[family] ?? null,
    encoder: released.encoder,
  }))
}
