import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createDetector, type Detector, readModel } from '@penmark/detector'

const released = fileURLToPath(new URL('../../../models/standard.penmark', import.meta.url))

/** The detector with the released model, or with the model at `path`. */
export async function openDetector(path: string | undefined): Promise<Detector> {
  return createDetector(readModel(await readFile(path ?? released)))
}
