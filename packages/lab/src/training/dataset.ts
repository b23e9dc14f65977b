import type { Item } from '../corpora/collection.ts'
import { Progress } from '../progress.ts'
import { prepareTraining, smallestText } from './prepared.ts'
import { StoreBuilder, type TextStore } from './text-store.ts'

/** The metadata of a training text; its numbers are in the store at the same index. */
export interface LabelledItem {
  item: Item
  ai: boolean
}

export interface Dataset {
  examples: LabelledItem[]
  store: TextStore
}

/** Reads the texts and stores their numbers, in order; texts with too few tokens are left out. */
export function makeDataset(items: readonly Item[]): Dataset {
  const progress = new Progress('prepare training texts', items.length)
  const builder = new StoreBuilder()
  const examples: LabelledItem[] = []
  items.forEach((item, i) => {
    const { noisy, ...text } = prepareTraining(item)
    if (text.facts.size >= smallestText) {
      builder.add(text, noisy)
      examples.push({ item, ai: text.ai })
    }
    progress.at(i + 1)
  })
  progress.end(`${examples.length} texts`)
  return { examples, store: builder.finish() }
}
