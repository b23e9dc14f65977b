import type { Readable } from 'node:stream'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { ExtractionError, type ExtractionLimits } from '../extraction/extraction.ts'

/** A ZIP whose directory was read and is within limits; nothing is unpacked until `open` is called. */
export interface ZipParts {
  names: string[]
  /** Null if there is no such part. The stream fails if the part is longer than declared. */
  open(name: string): Promise<Readable | null>
  close(): void
}

export function isZip(bytes: Buffer): boolean {
  return bytes.length > 4 && bytes.readUInt32LE(0) === 0x04034b50
}

/**
 * Rejects with `too-large` before unpacking if the declared sizes exceed the limit, with `damaged` on a
 * broken directory.
 */
export async function openZip(bytes: Buffer, limits: ExtractionLimits): Promise<ZipParts> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, autoClose: false }, (error, opened) =>
      error ? reject(error) : resolve(opened),
    )
  }).catch((cause: unknown) => {
    throw new ExtractionError('file_damaged', {}, { cause })
  })
  const entries = await listEntries(zip, limits)
  return {
    names: [...entries.keys()],
    open: async (name) => {
      const entry = entries.get(name)
      if (!entry) return null
      if (entry.isEncrypted()) throw new ExtractionError('file_encrypted')
      return new Promise<Readable>((resolve, reject) => {
        zip.openReadStream(entry, (error, stream) => {
          if (error) return reject(new ExtractionError('file_damaged', {}, { cause: error }))
          // The reader of the part gets its errors. An error of an abandoned part must not end the process.
          stream.on('error', () => undefined)
          resolve(stream)
        })
      })
    },
    close: () => zip.close(),
  }
}

function listEntries(zip: ZipFile, limits: ExtractionLimits): Promise<Map<string, Entry>> {
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>()
    let unpacked = 0
    zip.on('entry', (entry: Entry) => {
      unpacked += entry.uncompressedSize
      if (unpacked > limits.unpackedBytes || entries.size >= limits.zipEntries)
        return reject(new ExtractionError('content_too_large'))
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.once('end', () => resolve(entries))
    zip.once('error', (cause) => reject(new ExtractionError('file_damaged', {}, { cause })))
    zip.readEntry()
  })
}
