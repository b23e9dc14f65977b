import { readFile } from 'node:fs/promises'
import { startupSnapshot } from 'node:v8'
import { extractBytes } from '../extract-bytes.ts'
import { optimiseLater } from './flags.ts'
import { serve } from './serve.ts'

/**
 * Reads a first file of ours, so that the snapshot contains everything needed for reading, loaded and compiled. Every child starts from the
 * same state, and nothing passes from one child to the next.
 */
export async function prepareSnapshot(sample: string): Promise<void> {
  startupSnapshot.setDeserializeMainFunction(() => {
    optimiseLater()
    serve()
  })
  // Node 20 cannot take a snapshot after using its own decompression. The PDF reader can unpack without it.
  const unpacks = Object.getOwnPropertyDescriptor(globalThis, 'DecompressionStream')
  Reflect.deleteProperty(globalThis, 'DecompressionStream')
  await extractBytes(await readFile(sample))
  if (unpacks) Object.defineProperty(globalThis, 'DecompressionStream', unpacks)
}
