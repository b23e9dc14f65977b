import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EncoderModel } from '@penmark/detector/lab'
import { familyCount } from '../corpora/families.ts'
import { StoredReadings } from './stored-readings.ts'

/** What an encoder's reading adds to the word model's log-odds; chosen on left-out texts, see docs/decisions. */
const weight = 1.5

/** The encoders of a release: the one that ships, and one for each family of sources that has seen nothing of it. */
export interface Readings {
  encoder: EncoderModel
  released: StoredReadings
  /** By family. All the same one for the open model, whose encoder saw none of the people who choose its thresholds. */
  withoutFamily: readonly StoredReadings[]
}

/**
 * Opens the networks that `packages/lab/encoder/export.py` wrote into `nets`, with their readings in `work`. Null if there are none: the model
 * then reads words alone.
 */
export function openReadings(nets: string, work: string): Readings | null {
  if (!existsSync(nets)) return null
  const words = readFileSync(join(nets, 'words.txt'), 'utf8').split('\n')
  const stored = (net: string): StoredReadings => new StoredReadings(join(work, 'readings', net), join(nets, `${net}.onnx`), words)
  const released = stored('final')
  return {
    encoder: { words, network: readFileSync(join(nets, 'final.onnx')), weight },
    released,
    withoutFamily: Array.from({ length: familyCount }, (_, family) =>
      existsSync(join(nets, `without${family}.onnx`)) ? stored(`without${family}`) : released,
    ),
  }
}
