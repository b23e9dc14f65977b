import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { z } from 'zod'
import { messageOf } from '../../lib/error-message.ts'
import { type BackupParts, makeBackup } from './make-backup.ts'

/**
 * The embedded database belongs to one process, so only that process can back it up while the product runs.
 * Requests go through a folder: whoever may write there can read the data anyway, and no port or password is
 * needed.
 */
const requestsFolder = (dataDir: string) => path.join(dataDir, 'backup-requests')

const Request = z.object({ target: z.string() })
const Answer = z.object({ folder: z.string().nullable(), reason: z.string().nullable() })

export const requestTimes = { pollEveryMs: 500, takenWithinMs: 15_000 } as const

async function writeAtomically(folder: string, name: string, content: object): Promise<void> {
  const draft = path.join(folder, `${name}.part`)
  await writeFile(draft, JSON.stringify(content), { mode: 0o600 })
  await rename(draft, path.join(folder, name))
}

/** Makes the backups requested since the last check. */
export async function answerRequests(parts: BackupParts): Promise<void> {
  const folder = requestsFolder(parts.dataDir)
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((each) => each.endsWith('.request'))) {
    const id = name.slice(0, -'.request'.length)
    const takenFile = path.join(folder, `${id}.taken`)
    await rename(path.join(folder, name), takenFile)
    const answer = await readFile(takenFile, 'utf8')
      .then((text) => makeBackup(parts, Request.parse(JSON.parse(text)).target, new Date()))
      .then(
        (made) => ({ folder: made, reason: null }),
        (error: unknown) => ({ folder: null, reason: messageOf(error) }),
      )
    await writeAtomically(folder, `${id}.answer`, answer)
    await rm(takenFile, { force: true })
  }
}

/**
 * Asks the process that has the database open for a backup below `target`, an absolute path, and waits.
 * Returns the path of the backup.
 */
export async function requestBackup(
  dataDir: string,
  target: string,
  takenWithinMs: number = requestTimes.takenWithinMs,
): Promise<string> {
  const folder = requestsFolder(dataDir)
  const id = randomUUID()
  const [request, answer] = [path.join(folder, `${id}.request`), path.join(folder, `${id}.answer`)]
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeAtomically(folder, `${id}.request`, { target })
  const deadline = Date.now() + takenWithinMs
  try {
    while (!existsSync(answer)) {
      if (existsSync(request) && Date.now() > deadline) {
        throw new Error('The running product did not answer, so nothing was backed up. Its log may say why.')
      }
      await after(requestTimes.pollEveryMs / 2)
    }
    const { folder: made, reason } = Answer.parse(JSON.parse(await readFile(answer, 'utf8')))
    if (made === null) throw new Error(reason ?? 'The backup failed.')
    return made
  } finally {
    await rm(request, { force: true })
    await rm(answer, { force: true })
  }
}
