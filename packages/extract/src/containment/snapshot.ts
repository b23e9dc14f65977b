import { readFile } from 'node:fs/promises'
import { startupSnapshot } from 'node:v8'
import { extractBytes } from '../extract-bytes.ts'
import { optimiseLater } from './flags.ts'
import { serve } from './serve.ts'

/**
 * Reads a first file of ours, so that the engine's snapshot holds everything that reading needs, loaded and compiled. Each child then begins from
 * that same state; nothing of one child goes into the next.
 */
export async function prepareSnapshot(sample: string): Promise<void> {
  startupSnapshot.setDeserializeMainFunction(() => {
    optimiseLater()
    serve()
  })
  // Node 20 takes no snapshot once it has unpacked something itself. The PDF reader can do it alone.
  const unpacks = Object.getOwnPropertyDescriptor(globalThis, 'DecompressionStream')
  Reflect.deleteProperty(globalThis, 'DecompressionStream')
  await extractBytes(await readFile(sample))
  if (unpacks) Object.defineProperty(globalThis, 'DecompressionStream', unpacks)
}
