import {
  type Bag,
  countWeight,
  gramSlots,
  gramSpans,
  measureStyle,
  styleBin,
  styleBins,
  styleSize,
  type WordSet,
} from '@penmark/detector/lab'
import { randomStream, shuffle } from '../../sampling.ts'
import type { TextBlock, TextStore } from '../dataset/dataset.ts'

export interface WordModelOptions {
  seed: number
  epochs: number
  /** Share of the steps on a crop instead of the whole text, and the crop's tokens. */
  cropShare: number
  cropFrom: number
  cropTo: number
  rate: number
  /** Share of the steps on the noisy copy of a text. */
  noiseShare: number
}

/** Which texts of a store to train on, their labels and weights. */
export interface TrainingSet {
  /** Numbers of texts. */
  texts: Int32Array
  /** By position in `texts`: 1 for what the weights recognise, such as a machine's text. */
  positive: Uint8Array
  weights: Float64Array
}

export interface Weights {
  bias: number
  grams: Float32Array
  style: Float32Array
}

/** Logistic regression by Adagrad over n-gram weights (log counts, length one) and bins of style measures. */
export function trainWordModel(
  store: TextStore,
  trainingSet: TrainingSet,
  gramCount: number,
  common: WordSet,
  styleEdges: Float32Array,
  options: WordModelOptions,
  onStep: (done: number) => void,
): Weights {
  const random = randomStream(options.seed)
  // Each weight is stored beside the sum of its squared gradients, because they are always read together.
  const pairs = new Float32Array(2 * gramCount)
  for (let i = 1; i < pairs.length; i += 2) pairs[i] = 1e-4
  const styleWeights = new Float32Array(styleSize * styleBins)
  const styleHistory = new Float32Array(styleSize * styleBins).fill(1e-2)
  const counts = new Uint16Array(gramCount)
  const ids = new Int32Array(16_384)
  const values = new Float64Array(16_384)
  const style = new Float32Array(styleSize)
  const bins = new Int32Array(styleSize)
  const isCommon = (word: number): boolean => common.has(word)
  const order = Array.from(trainingSet.texts, (_, i) => i)
  let bias = 0
  let biasHistory = 1e-4
  let done = 0
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    shuffle(order, random)
    for (const index of order) {
      const place = 2 * (trainingSet.texts[index] as number) + (random() < options.noiseShare ? 1 : 0)
      const block = store.blocks[store.blockOf[place] as number] as TextBlock
      const { grams } = block
      const whole = store.size[place] as number
      let from = store.from[place] as number
      let to = from + whole
      if (whole > 60 && random() < options.cropShare) {
        const length = Math.min(
          whole,
          Math.floor(options.cropFrom + (options.cropTo - options.cropFrom) * random()),
        )
        from += Math.floor(random() * (whole - length + 1))
        to = from + length
      }
      let size = 0
      for (let slot = 0; slot < gramSlots; slot++) {
        const end = (to - (gramSpans[slot] as number)) * gramSlots + slot
        for (let i = from * gramSlots + slot; i <= end; i += gramSlots) {
          const gram = grams[i] as number
          if (gram < 0) continue
          if (counts[gram] === 0) ids[size++] = gram
          counts[gram] = (counts[gram] as number) + 1
        }
      }
      let squares = 0
      let dot = 0
      for (let k = 0; k < size; k++) {
        const gram = ids[k] as number
        const value = countWeight(counts[gram] as number)
        counts[gram] = 0
        values[k] = value
        squares += value * value
        dot += value * (pairs[2 * gram] as number)
      }
      const norm = squares > 0 ? 1 / Math.sqrt(squares) : 0
      measureStyle(block, from, to, isCommon, style)
      let odds = bias + dot * norm
      for (let k = 0; k < styleSize; k++) {
        const bin = k * styleBins + styleBin(styleEdges, k, style[k] as number)
        bins[k] = bin
        odds += styleWeights[bin] as number
      }
      const error =
        (1 / (1 + Math.exp(-odds)) - (trainingSet.positive[index] as number)) *
        (trainingSet.weights[index] as number)
      const step = error * norm
      for (let k = 0; k < size; k++) {
        const at = 2 * (ids[k] as number)
        const gradient = step * (values[k] as number)
        const sum = (pairs[at + 1] as number) + gradient * gradient
        pairs[at + 1] = sum
        pairs[at] = (pairs[at] as number) - (options.rate * gradient) / Math.sqrt(sum)
      }
      for (let k = 0; k < styleSize; k++) {
        const bin = bins[k] as number
        const sum = (styleHistory[bin] as number) + error * error
        styleHistory[bin] = sum
        styleWeights[bin] = (styleWeights[bin] as number) - (0.05 * error) / Math.sqrt(sum)
      }
      biasHistory += error * error
      bias -= (0.05 * error) / Math.sqrt(biasHistory)
      onStep(++done)
    }
  }
  return {
    bias,
    grams: Float32Array.from({ length: gramCount }, (_, i) => pairs[2 * i] as number),
    style: styleWeights,
  }
}

/** The mean of several models, which is the model of their mean log-odds. */
export function meanOf(bags: readonly Bag[]): Bag {
  const share = 1 / bags.length
  const first = bags[0] as Bag
  const mean = {
    bias: 0,
    grams: new Float32Array(first.weights.length),
    style: new Float32Array(first.style.length),
  }
  for (const { bias, scale, weights, style } of bags) {
    mean.bias += bias * share
    for (let i = 0; i < weights.length; i++)
      mean.grams[i] = (mean.grams[i] as number) + (weights[i] as number) * scale * share
    for (let i = 0; i < style.length; i++)
      mean.style[i] = (mean.style[i] as number) + (style[i] as number) * share
  }
  return quantise(mean)
}

/** Rounds weights to 8 bits. The few largest are clipped so that the others keep their precision. */
export function quantise({ bias, grams, style }: Weights): Bag {
  const sizes = grams.map(Math.abs).sort()
  const top = sizes[Math.floor(sizes.length * 0.9999)] ?? 1
  const scale = Math.max(top, 1e-6) / 127
  return {
    bias,
    scale,
    style,
    weights: Int8Array.from(grams, (weight) => Math.max(-127, Math.min(127, Math.round(weight / scale)))),
  }
}
