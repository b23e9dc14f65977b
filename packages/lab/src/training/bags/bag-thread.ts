import { parentPort, workerData } from 'node:worker_threads'
import { WordSet } from '@penmark/detector/lab'
import type { TextStore } from '../dataset/dataset.ts'
import { type BagOptions, type TrainingSet, trainBag, type Weights } from './train-bag.ts'

/** Input of a training thread: the shared texts, and what to train on. */
export interface BagTask {
  store: TextStore
  trainingSet: TrainingSet
  gramCount: number
  common: Uint8Array
  styleEdges: Float32Array
  options: BagOptions
}

export type BagMessage = { done: number } | { weights: Weights }

const stepsPerMessage = 2000

const { store, trainingSet, gramCount, common, styleEdges, options } = workerData as BagTask
const post = (message: BagMessage): void => parentPort?.postMessage(message)
const weights = trainBag(store, trainingSet, gramCount, new WordSet(common), styleEdges, options, (done) => {
  if (done % stepsPerMessage === 0) post({ done })
})
post({ weights })
