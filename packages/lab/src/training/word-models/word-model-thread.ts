import { parentPort, workerData } from 'node:worker_threads'
import { WordSet } from '@penmark/detector/lab'
import type { TextStore } from '../dataset/dataset.ts'
import { type TrainingSet, trainWordModel, type Weights, type WordModelOptions } from './train-word-model.ts'

/** Input of a training thread: the shared texts, and what to train on. */
export interface WordModelTask {
  store: TextStore
  trainingSet: TrainingSet
  gramCount: number
  common: Uint8Array
  styleEdges: Float32Array
  options: WordModelOptions
}

export type WordModelMessage = { done: number } | { weights: Weights }

const stepsPerMessage = 2000

const { store, trainingSet, gramCount, common, styleEdges, options } = workerData as WordModelTask
const post = (message: WordModelMessage): void => parentPort?.postMessage(message)
const weights = trainWordModel(
  store,
  trainingSet,
  gramCount,
  new WordSet(common),
  styleEdges,
  options,
  (done) => {
    if (done % stepsPerMessage === 0) post({ done })
  },
)
post({ weights })
