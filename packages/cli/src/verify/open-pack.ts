import { createReadStream } from 'node:fs'
import { lstat, open, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { type Entry, fromFd, type ZipFile } from 'yauzl'
import { PackError, packLimits } from './manifest.ts'

/**
 * A file of a pack. Nothing is ever written to the disk, so a name cannot point to a place outside the pack.
 */
export interface PackedFile {
  path: string
  bytes: number
  read(): Promise<Readable>
}

export interface Pack {
  files: Map<string, PackedFile>
  close(): Promise<void>
}

/**
 * Opens a ZIP or the folder that it was unpacked to.
 * @throws {PackError} if it is neither, is damaged, or is not safe to read.
 */
export async function openPack(where: string): Promise<Pack> {
  const found = await stat(where).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR')
      throw new PackError('There is no such file or folder.', { cause })
    throw cause
  })
  return found.isDirectory() ? openFolder(where) : openZip(where)
}

function filesByName(files: readonly PackedFile[]): Map<string, PackedFile> {
  if (files.length > packLimits.files)
    throw new PackError(`It holds more than ${packLimits.files} files. No evidence pack does.`)
  const byName = new Map<string, PackedFile>()
  const seen = new Set<string>()
  let total = 0
  for (const file of files) {
    // Some systems take names that differ in case, or in how letters are composed, for the same file.
    const name = file.path.normalize('NFC').toLowerCase()
    if (seen.has(name))
      throw new PackError(
        `It holds two files of the name ${quotedName(file.path)}, so nobody can say which one counts.`,
      )
    seen.add(name)
    byName.set(file.path, file)
    total += file.bytes
    if (total > packLimits.totalBytes)
      throw new PackError('Its files are larger than 4 GiB together. No evidence pack is.')
  }
  return byName
}

/** A name in quotation marks, without characters that control a terminal. */
export const quotedName = (name: string): string => JSON.stringify(name.replace(/[\p{C}]/gu, '?'))

async function openFolder(root: string): Promise<Pack> {
  const files: PackedFile[] = []
  const walk = async (inside: string): Promise<void> => {
    for (const entry of await readdir(path.join(root, inside), { withFileTypes: true })) {
      const name = inside === '' ? entry.name : `${inside}/${entry.name}`
      const where = path.join(root, name)
      if (entry.isDirectory()) await walk(name)
      else if (entry.isFile())
        files.push({
          path: name,
          bytes: (await lstat(where)).size,
          read: async () => createReadStream(where),
        })
      else throw new PackError(`${quotedName(name)} is a link or a device, not a file.`)
      if (files.length > packLimits.files) break
    }
  }
  await walk('')
  return { files: filesByName(files), close: async () => undefined }
}

const notZip =
  'It is not a complete ZIP file. It may have been cut off on its way: fetch it again, or give the folder that it was unpacked to.'

async function openZip(file: string): Promise<Pack> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const zip = await new Promise<ZipFile>((resolve, reject) => {
      // The names are checked in `refuseEntry`, with a clearer sentence.
      fromFd(handle.fd, { lazyEntries: true, autoClose: false, decodeStrings: true }, (cause, opened) =>
        cause ? reject(new PackError(notZip, { cause })) : resolve(opened),
      )
    })
    const entries = await listEntries(zip)
    const compressed = entries.reduce((sum, { compressedSize }) => sum + compressedSize, 0)
    // In a malicious ZIP, files share their bytes, so that a small ZIP unpacks to any size.
    if (compressed > size) throw new PackError('Its files overlap each other, as in a ZIP made to do harm.')
    const files = entries.map((entry) => ({
      path: entry.fileName,
      bytes: entry.uncompressedSize,
      read: () => openEntry(zip, entry),
    }))
    return { files: filesByName(files), close: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

function listEntries(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > packLimits.files)
    throw new PackError(`It holds more than ${packLimits.files} files. No evidence pack does.`)
  return new Promise((resolve, reject) => {
    const entries: Entry[] = []
    zip.once('end', () => resolve(entries))
    zip.once('error', (cause: Error) => reject(new PackError(sentenceOf(cause), { cause })))
    zip.on('entry', (entry: Entry) => {
      try {
        refuseEntry(entry)
        if (!entry.fileName.endsWith('/')) entries.push(entry)
        zip.readEntry()
      } catch (error) {
        reject(error)
      }
    })
    zip.readEntry()
  })
}

function sentenceOf({ message }: Error): string {
  const isName = /relative path|absolute path|invalid characters in fileName/i.test(message)
  return isName ? 'A name in it leads out of its own folder, as in a ZIP made to do harm.' : notZip
}

function refuseEntry(entry: Entry): void {
  if (entry.isEncrypted())
    throw new PackError(`${quotedName(entry.fileName)} is encrypted. No file of an evidence pack is.`)
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    throw new PackError(
      `${quotedName(entry.fileName)} is compressed in a way that evidence packs do not use.`,
    )
}

function openEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (cause, stream) => (cause ? reject(cause) : resolve(stream)))
  })
}
