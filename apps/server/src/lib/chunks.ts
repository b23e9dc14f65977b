import type { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

/**
 * Yields the bytes that a stream holds now, without waiting for more. An archive that is written while a
 * client downloads it is drained with this after each entry, so that only one entry is in memory.
 */
export async function* availableChunks(output: PassThrough): AsyncGenerator<Uint8Array> {
  // Lets the archive write the entry first.
  await setImmediate()
  for (let bytes = output.read() as Buffer | null; bytes !== null; bytes = output.read() as Buffer | null)
    yield bytes
}

/** Encodes texts as UTF-8, one chunk each. */
export async function* utf8Chunks(
  texts: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const text of texts) yield encoder.encode(text)
}
