import { text as readAll } from 'node:stream/consumers'
import { PackError } from './manifest.ts'
import { type PackedFile, quotedName } from './open-pack.ts'

/** Fails as soon as a file is larger than stated, so that a small pack cannot expand without bounds. */
export async function* readWithin(file: PackedFile, limit: number): AsyncGenerator<Buffer> {
  let bytes = 0
  try {
    for await (const chunk of await file.read()) {
      const piece = chunk as Buffer
      bytes += piece.byteLength
      if (bytes > limit) throw new PackError(`${quotedName(file.path)} is larger than it says.`)
      yield piece
    }
  } catch (cause) {
    throw cause instanceof PackError
      ? cause
      : new PackError(`${quotedName(file.path)} cannot be read: it is damaged.`, { cause })
  }
}

/** Null if there is no such file. */
export async function readText(file: PackedFile | undefined, limit: number): Promise<string | null> {
  if (!file) return null
  if (file.bytes > limit)
    throw new PackError(`${quotedName(file.path)} is too large to be one of an evidence pack.`)
  return readAll(readWithin(file, limit))
}

const lineFeed = 0x0a

/** The lines of a file, of which only one is in memory. */
export async function* readLines(
  file: PackedFile,
  limits: { fileBytes: number; lineBytes: number },
): AsyncGenerator<string> {
  let begun: Buffer[] = []
  let bytes = 0
  for await (const chunk of readWithin(file, limits.fileBytes)) {
    let rest = chunk
    for (let end = rest.indexOf(lineFeed); end >= 0; end = rest.indexOf(lineFeed)) {
      yield Buffer.concat([...begun, rest.subarray(0, end)]).toString()
      begun = []
      bytes = 0
      rest = rest.subarray(end + 1)
    }
    begun.push(rest)
    bytes += rest.byteLength
    if (bytes > limits.lineBytes)
      throw new PackError(`${quotedName(file.path)} has a longer line than any file of an evidence pack.`)
  }
  if (bytes > 0) yield Buffer.concat(begun).toString()
}
