import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type CompiledCodeGate, createDetector, type Detector, Encoder, readModel } from '@penmark/detector'

export interface OpenedDetector extends Detector {
  /** SHA-256 of the model file, hexadecimal. */
  readonly modelHash: string
}

/** Opens the detector with the model in this file. `gate` is for a thread that may be terminated. */
export async function openDetector(modelFile: string, gate?: CompiledCodeGate): Promise<OpenedDetector> {
  const bytes = await readFile(modelFile)
  const model = readModel(bytes)
  const reader = model.encoder && new Encoder(model.encoder, gate === undefined ? {} : { gate })
  return { ...createDetector(model, reader), modelHash: createHash('sha256').update(bytes).digest('hex') }
}
