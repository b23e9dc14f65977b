import { open } from 'node:fs/promises'
import { Problem } from '@penmark/contract'
import { isArchiveHead } from '../../../backup/archive.ts'
import { placesOf, type RestoreSession, receivedBytes } from '../../../backup/restore-folder.ts'
import type { BackupSettings } from '../dependencies.ts'

/** For what is written while the check runs. */
const reserveBytes = 64 * 1_024 * 1_024

const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000).toLocaleString('en-GB')

/** Throws where the archive and what is unpacked from it would not fit on the disk together. */
export async function requireRoomFor({ dataDir, readDisk }: BackupSettings, size_bytes: number): Promise<void> {
  const free = (await readDisk(dataDir))?.free_bytes ?? null
  const needed = 2 * size_bytes + reserveBytes
  if (free === null || free >= needed) return
  throw new Problem(
    'storage_full',
    `Restoring this backup needs about ${megabytes(needed)} MB, and the disk of the data has ${megabytes(free)} MB free. Make room and try again. Nothing was changed.`,
  )
}

function requireNext({ size_bytes }: RestoreSession, received: number, offset: number, bytes: Buffer): void {
  if (offset !== received) throw new Problem('conflict', `The next part must begin at byte ${received}, where the last one ended.`)
  if (bytes.length === 0 || offset + bytes.length > size_bytes)
    throw new Problem('invalid_input', 'This part is empty, or goes beyond the end of the file. Choose the file again.')
  if (offset === 0 && !isArchiveHead(bytes))
    throw new Problem(
      'unsupported_file',
      'This file is not a downloaded backup. Choose the file that ends in .tar, as it was downloaded, not compressed.',
    )
}

/** Adds a part to the archive. One that could not be written leaves nothing, and what a power cut damages is found by the check. */
export async function appendPart(dataDir: string, session: RestoreSession, offset: number, bytes: Buffer): Promise<void> {
  requireNext(session, await receivedBytes(dataDir), offset, bytes)
  const handle = await open(placesOf(dataDir).upload, 'a', 0o600)
  try {
    await handle.writeFile(bytes)
  } catch (cause) {
    await handle.truncate(offset)
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ENOSPC')) throw cause
    throw new Problem('storage_full', 'The disk of the data is full. Make room and try again. What has arrived is kept.', { cause })
  } finally {
    await handle.close()
  }
}
