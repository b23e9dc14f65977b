import type { Item } from '../corpora/collection.ts'
import { Progress } from '../progress.ts'
import { prepareTraining, smallestText } from './prepared.ts'
import { StoreBuilder, type TextStore } from './text-store.ts'

/** What is known of a text to learn from; its numbers lie in the store under the same index. */
export interface Pupil {
  item: Item
  ai: boolean
}

export interface Class {
  pupils: Pupil[]
  store: TextStore
}

/** Reads the texts and keeps their numbers, in order; texts with too few tokens are left out. */
export function assemble(items: readonly Item[]): Class {
  const progress = new Progress('prepare training texts', items.length)
  const builder = new StoreBuilder()
  const pupils: Pupil[] = []
  items.forEach((item, i) => {
    const { noisy, ...text } = prepareTraining(item)
    if (text.facts.size >= smallestText) {
      builder.add(text, noisy)
      pupils.push({ item, ai: text.ai })
    }
    progress.at(i + 1)
  })
  progress.end(`${pupils.length} texts`)
  return { pupils, store: builder.finish() }
}
