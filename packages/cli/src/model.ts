import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createDetector, type Detector, readModel } from '@penmark/detector'

const released = fileURLToPath(new URL('../../../models/standard.penmark', import.meta.url))

export interface OpenedDetector extends Detector {
  /** SHA-256 of the model file, hexadecimal. */
  readonly modelHash: string
}

/** The detector with the released model, or with the model at `path`. */
export async function openDetector(path: string | undefined): Promise<OpenedDetector> {
  const bytes = await readFile(path ?? released)
  return { ...createDetector(readModel(bytes)), modelHash: createHash('sha256').update(bytes).digest('hex') }
}
