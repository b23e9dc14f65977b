import {
  countWeight,
  gramSlots,
  gramSpans,
  measureStyle,
  styleBin,
  styleBins,
  styleSize,
} from '@penmark/detector/lab'
import type { Item } from '../../corpora/collection.ts'
import { heldOutFolds } from '../../corpora/training-texts.ts'
import {
  type Dataset,
  type LabelledItem,
  makeDataset,
  type TextBlock,
} from '../../training/dataset/dataset.ts'
import { chooseStyleEdges } from '../../training/style-bands.ts'
import { settings, vocabularyLimits } from '../../training/train.ts'
import { chooseVocabulary, type Vocabulary } from '../../training/vocabulary.ts'
import type { TrainingSet, Weights } from '../../training/word-models/train-word-model.ts'
import { trainWordModels } from '../../training/word-models/train-word-models.ts'

/** Texts, with what models of the released recipe need for training on parts of them. */
export interface Study extends Dataset {
  vocabulary: Vocabulary
  styleEdges: Float32Array
}

/** Log-odds of a whole text with unrounded weights. */
export function oddsOf(
  { store, vocabulary, styleEdges }: Study,
  { bias, grams, style }: Weights,
  text: number,
): number {
  const block = store.blocks[store.blockOf[2 * text] as number] as TextBlock
  const from = store.from[2 * text] as number
  const to = from + (store.size[2 * text] as number)
  const counts = new Map<number, number>()
  for (let slot = 0; slot < gramSlots; slot++) {
    const end = (to - (gramSpans[slot] as number)) * gramSlots + slot
    for (let i = from * gramSlots + slot; i <= end; i += gramSlots) {
      const gram = block.grams[i] as number
      if (gram >= 0) counts.set(gram, (counts.get(gram) ?? 0) + 1)
    }
  }
  let dot = 0
  let squares = 0
  for (const [gram, count] of counts) {
    const value = countWeight(count)
    squares += value * value
    dot += value * (grams[gram] as number)
  }
  const measures = new Float32Array(styleSize)
  measureStyle(block, from, to, (word) => vocabulary.common.has(word), measures)
  let odds = bias + (squares > 0 ? dot / Math.sqrt(squares) : 0)
  for (let k = 0; k < styleSize; k++)
    odds += style[k * styleBins + styleBin(styleEdges, k, measures[k] as number)] as number
  return odds
}

/** One model per training set, not the mean of five. */
export function learnAll(
  study: Study,
  trainingSets: readonly TrainingSet[],
  epochs: number,
  stage: string,
): Promise<Weights[]> {
  const { store, vocabulary, styleEdges } = study
  return trainWordModels(
    trainingSets.map((trainingSet, i) => ({
      store,
      trainingSet,
      gramCount: vocabulary.hashes.length,
      common: vocabulary.common.bytes,
      styleEdges,
      options: { ...settings, epochs, seed: 1 + i },
    })),
    stage,
  )
}

export const isForTraining = ({ item }: LabelledItem): boolean => item.fold >= heldOutFolds

export function prepareStudy(items: readonly Item[]): Study {
  const dataset = makeDataset(items.filter(({ use, label }) => use === 'train' && label !== 'mixed'))
  const vocabulary = chooseVocabulary(dataset, vocabularyLimits)
  for (const { grams } of dataset.store.blocks) vocabulary.index.rank(grams)
  return { ...dataset, vocabulary, styleEdges: chooseStyleEdges(dataset.store, vocabulary.common) }
}
