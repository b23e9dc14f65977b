import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EncoderModel, Model } from '@penmark/detector/lab'
import type { Item } from '../corpora/collection.ts'
import { familyCount } from '../corpora/families.ts'
import { heldOutFolds, type ModelName, mayTrain } from '../corpora/training-texts.ts'
import { StoredReadings } from './stored-readings.ts'

/**
 * What an encoder's reading adds to the word model's log-odds; chosen on left-out texts, see docs/decisions.
 */
const weight = 1.6

/**
 * The encoders of a release: the one that ships, and one for each family of sources that never learned who
 * wrote its texts.
 */
export interface Readings {
  encoder: EncoderModel
  released: StoredReadings
  /** By family. All the same net for the open model, which judges only what `mayJudge` allows. */
  withoutFamily: readonly StoredReadings[]
  /**
   * Whether the encoder of a text's family has not been trained on the text, nor on others of its source if a
   * person wrote it.
   */
  mayJudge: (item: Item) => boolean
}

/**
 * Opens the networks that `packages/lab/encoder/export.py` wrote into `nets`, with their readings in `work`.
 * Null if there are none: the model then reads words alone.
 */
export function openReadings(nets: string, work: string, name: ModelName): Readings | null {
  if (!existsSync(nets)) return null
  const words = readFileSync(join(nets, 'words.txt'), 'utf8').split('\n')
  const stored = (net: string): StoredReadings =>
    new StoredReadings(join(work, 'readings', net), join(nets, `${net}.onnx`), words)
  const released = stored('final')
  const hasFamilies = existsSync(join(nets, 'without0.onnx'))
  const judge = hasFamilies ? null : stored('judge')
  return {
    encoder: { words, network: readFileSync(join(nets, 'final.onnx')), weight },
    released,
    withoutFamily: Array.from({ length: familyCount }, (_, family) => judge ?? stored(`without${family}`)),
    mayJudge: hasFamilies ? () => true : (item) => isUnseen(name, item),
  }
}

/**
 * Readings by the network inside a released model, for texts that it never learned. Whoever has only the
 * model can repeat the figures of its test sources.
 */
export function readingsOfModel({ encoder }: Pick<Model, 'encoder'>, work: string): Readings | null {
  if (encoder === null) return null
  const id = createHash('sha256').update(encoder.network).digest('hex').slice(0, 12)
  mkdirSync(work, { recursive: true })
  const network = join(work, `${id}.onnx`)
  writeFileSync(network, encoder.network)
  const released = new StoredReadings(join(work, 'readings', id), network, encoder.words)
  return {
    encoder,
    released,
    withoutFamily: Array.from({ length: familyCount }, () => released),
    mayJudge: ({ use }) => use === 'test',
  }
}

/**
 * Whether one encoder of all families may judge a text: a person's of a source that it never saw, or a
 * machine's that was held out.
 */
export const isUnseen = (name: ModelName, item: Item): boolean =>
  item.use !== 'train' || !mayTrain(name, item) || (item.label === 'ai' && item.fold < heldOutFolds)
