import type { Item } from './collection.ts'
import type { LicenceClass } from './sources.ts'

export type ModelName = 'standard' | 'open'

/** Folds kept out of all training. */
export const heldOutFolds = 2

/**
 * The open model trains on free sources only; machine output without a stated licence is allowed, human
 * writing is not.
 */
export function mayTrain(name: ModelName, item: Pick<Item, 'label' | 'source'>): boolean {
  const allowed: readonly LicenceClass[] = item.label === 'ai' ? ['open', 'unstated'] : ['open']
  return name === 'standard' || allowed.includes(item.source.licenceClass)
}
