import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { extract, Header, Pax } from 'tar'
import { type Manifest, manifestName, type OnBytes } from './manifest.ts'

const blockBytes = 512
/** A tar archive ends with two empty blocks. */
const endBytes = 2 * blockBytes

export interface BackupArchive {
  sizeBytes: number
  /** The same for the same bytes: a download that continues must continue this very archive. */
  etag: string
  /** The bytes from `from` up to and including `to`. */
  read(from: number, to: number): AsyncIterable<Uint8Array>
}

interface Entry {
  /** In the archive; that of a folder ends with a slash. */
  name: string
  file: string
  bytes: number
}

function headerOf({ name, bytes }: Entry, madeAt: Date): Buffer {
  const kind = name.endsWith('/')
    ? ({ type: 'Directory', mode: 0o700 } as const)
    : ({ type: 'File', mode: 0o600 } as const)
  const fields = { path: name, uid: 0, gid: 0, size: bytes, mtime: madeAt, ...kind }
  const block = Buffer.alloc(blockBytes)
  const isTooLong = new Header(fields).encode(block, 0)
  return isTooLong ? Buffer.concat([new Pax({ path: name, size: bytes }).encode(), block]) : block
}

const paddingOf = (bytes: number) => (blockBytes - (bytes % blockBytes)) % blockBytes

/** A piece of the archive: bytes in memory, or a whole file. */
type Piece = { start: number; bytes: number } & ({ content: () => Buffer } | { file: string })

/**
 * The backup in `backupFolder` as one tar archive. It is never stored: its layout follows from the manifest,
 * so a download can begin at any byte, and its size is known before it begins.
 */
export async function openArchive(backupFolder: string, manifest: Manifest): Promise<BackupArchive> {
  const text = await readFile(path.join(backupFolder, manifestName))
  const folders = await listFolders(backupFolder)
  const rootName = path.basename(backupFolder)
  const madeAt = new Date(manifest.made_at)
  const listed = [
    { path: manifestName, bytes: text.length },
    ...folders.map((name) => ({ path: `${name}/`, bytes: 0 })),
    ...manifest.files,
  ]
  const entries = listed.map(
    (file): Entry => ({
      name: `${rootName}/${file.path}`,
      file: path.join(backupFolder, file.path),
      bytes: file.bytes,
    }),
  )
  const pieces: Piece[] = []
  let sizeBytes = 0
  const add = (bytes: number, source: { content: () => Buffer } | { file: string }) => {
    if (bytes > 0) pieces.push({ start: sizeBytes, bytes, ...source })
    sizeBytes += bytes
  }
  for (const entry of entries) {
    add(headerOf(entry, madeAt).length, { content: () => headerOf(entry, madeAt) })
    add(entry.bytes, { file: entry.file })
    const padding = paddingOf(entry.bytes)
    add(padding, { content: () => Buffer.alloc(padding) })
  }
  add(endBytes, { content: () => Buffer.alloc(endBytes) })

  async function* read(from: number, to: number): AsyncGenerator<Uint8Array> {
    for (const piece of pieces) {
      const first = Math.max(from - piece.start, 0)
      const last = Math.min(to - piece.start, piece.bytes - 1)
      if (first > last) continue
      if ('content' in piece) yield piece.content().subarray(first, last + 1)
      else yield* readPart(piece.file, first, last)
    }
  }
  const hash = createHash('sha256').update(text).update(folders.join('\n')).digest('hex')
  return { sizeBytes, etag: `"${hash.slice(0, 32)}"`, read }
}

/** A database does not start without its folders, some of which are empty. */
async function listFolders(backupFolder: string): Promise<string[]> {
  const entries = await readdir(backupFolder, { recursive: true, withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory())
  return folders
    .map(({ parentPath, name }) =>
      path.relative(backupFolder, path.join(parentPath, name)).split(path.sep).join('/'),
    )
    .sort()
}

async function* readPart(file: string, first: number, last: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of createReadStream(file, { start: first, end: last }) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    yield chunk
  }
  // The rest of the archive would be read at the wrong place.
  if (bytes !== last - first + 1) throw new Error(`${file} is shorter than the manifest of its backup says.`)
}

/** Offset of the format's name in a tar header. */
const magicOffset = 257

/**
 * Whether these first bytes can begin a backup's archive. A compressed one is refused even with a tar header
 * behind its first bytes: the library would decompress it, to any size.
 */
export function isArchiveHead(head: Buffer): boolean {
  const isCompressed = [
    [0x1f, 0x8b],
    [0x28, 0xb5, 0x2f, 0xfd],
  ].some((magic) => magic.every((byte, index) => head[index] === byte))
  return !isCompressed && head.toString('latin1', magicOffset, magicOffset + 5) === 'ustar'
}

async function assertArchive(archive: string): Promise<void> {
  const handle = await open(archive)
  try {
    const { buffer } = await handle.read({ buffer: Buffer.alloc(blockBytes), position: 0 })
    if (!isArchiveHead(buffer)) throw new Error(`${archive} is no tar archive.`)
  } finally {
    await handle.close()
  }
}

/**
 * Unpacks a downloaded backup into the new folder `target`, where it can be verified. `onBytes` is called
 * with the size of each file before it is written, and must not throw.
 */
export async function unpackArchive(
  archive: string,
  target: string,
  onBytes: OnBytes = () => undefined,
): Promise<void> {
  await assertArchive(archive)
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true, mode: 0o700 })
  // Only files and folders: no links, no devices. The name of the folder at the top does not matter.
  await extract({
    file: archive,
    cwd: target,
    strip: 1,
    strict: true,
    filter: (_name, entry) => !('type' in entry) || entry.type === 'File' || entry.type === 'Directory',
    onReadEntry: (entry) => {
      entry.mode = entry.type === 'Directory' ? 0o700 : 0o600
      onBytes(entry.size)
    },
  })
}
