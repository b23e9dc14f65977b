import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CompiledCodeGate, createDetector, type Detector, Encoder, readModel } from '@penmark/detector'

const released = ['standard', 'open'] as const

/**
 * The file of a released model by its name; anything else is a path. `DETECTOR_MODEL` is the default, as for
 * the server.
 */
function modelFile(nameOrPath: string | undefined): string {
  const choice = nameOrPath || process.env.DETECTOR_MODEL || 'standard'
  const name = released.find((model) => model === choice)
  return name === undefined
    ? resolve(choice)
    : fileURLToPath(new URL(`../../../models/${name}.penmark`, import.meta.url))
}

export interface OpenedDetector extends Detector {
  /** SHA-256 of the model file, hexadecimal. */
  readonly modelHash: string
}

/** Opens the detector with the model of this name or path. `gate` is for a thread that may be terminated. */
export async function openDetector(
  nameOrPath: string | undefined,
  gate?: CompiledCodeGate,
): Promise<OpenedDetector> {
  const bytes = await readFile(modelFile(nameOrPath))
  const model = readModel(bytes)
  const reader = model.encoder && new Encoder(model.encoder, gate === undefined ? {} : { gate })
  return { ...createDetector(model, reader), modelHash: createHash('sha256').update(bytes).digest('hex') }
}
