import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { hasCode } from '../../lib/error-code.ts'
import { syncFolder } from '../system/system.ts'
import { installationOf, markName, markOf } from './mark.ts'
import { assertKey, type Storage } from './storage.ts'
import { isDayBefore, setAsideName, setAsidePath } from './swept-objects.ts'

/** Below the folder of the files: what is still being written. */
export const unfinishedFolder = '.unfinished'

const isMissing = (error: unknown) => hasCode(error, 'ENOENT')

/**
 * The folders that objects are in, by the first two characters of their keys. Everything else below `root`
 * has another purpose.
 */
const isSubfolder = (name: string) => /^[0-9a-f]{2}$/.test(name)

const statOrNull = (file: string) =>
  stat(file).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })

/**
 * Gives a file its name unless that is taken. Some networks know no links; there the last of two processes
 * wins.
 */
async function linkOrRename(draft: string, target: string): Promise<void> {
  try {
    await link(draft, target)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) await rename(draft, target)
  }
}

/**
 * Stores each object as a file below `root`: written to a temporary name, synced, then renamed, so a
 * half-written object is never visible.
 */
export function createFolderStorage(root: string): Storage {
  const drafts = path.join(root, unfinishedFolder)
  fs.mkdirSync(drafts, { recursive: true })

  /** At most 256 folders: the first two characters of a key. */
  const syncedSubfolders = new Set<string>()

  const fileOf = (key: string) => {
    assertKey(key)
    return path.join(root, key)
  }

  const openFile = async (key: string) => {
    try {
      return await open(fileOf(key))
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  return {
    async put(key, content) {
      const target = fileOf(key)
      const draft = path.join(drafts, randomUUID())
      try {
        await pipeline(content, fs.createWriteStream(draft, { flush: true, mode: 0o600 }))
        const subfolder = path.dirname(target)
        await mkdir(subfolder, { recursive: true })
        await rename(draft, target)
        await syncFolder(subfolder)
        // A new folder is an entry in its parent. Another upload may have just created it without having
        // synced it yet, so always sync.
        if (!syncedSubfolders.has(subfolder)) await syncFolder(root)
        syncedSubfolders.add(subfolder)
        return { sizeBytes: (await stat(target)).size }
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },

    async get(key): Promise<Readable | null> {
      return (await openFile(key))?.createReadStream() ?? null
    },

    async localCopy(key) {
      const file = await openFile(key)
      if (file === null) return null
      await file.close()
      return { path: fileOf(key), release: async () => undefined }
    },

    async delete(key) {
      await rm(fileOf(key), { force: true })
    },

    // A folder on a network is dated by its server.
    async now() {
      const probe = path.join(drafts, randomUUID())
      try {
        await writeFile(probe, '')
        return (await stat(probe)).mtime
      } finally {
        await rm(probe, { force: true })
      }
    },

    // Decide by age: processes of several machines may share the folder, and which of them died cannot be
    // known here.
    async sweepUnfinished(before) {
      for (const name of await readdir(drafts)) {
        const draft = path.join(drafts, name)
        const found = await statOrNull(draft)
        if (found !== null && found.mtime < before) await rm(draft, { force: true })
      }
    },

    async *list(before) {
      for (const subfolder of await readdir(root)) {
        if (!isSubfolder(subfolder)) continue
        for (const name of await readdir(path.join(root, subfolder))) {
          const found = await statOrNull(path.join(root, subfolder, name))
          if (found !== null && found.mtime < before) yield `${subfolder}/${name}`
        }
      }
    },

    async readMark() {
      const mark = await readFile(path.join(root, markName), 'utf8').catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      })
      return mark === null ? null : installationOf(mark)
    },

    async writeMark(installation_id, { replace } = { replace: false }) {
      const [draft, target] = [path.join(drafts, randomUUID()), path.join(root, markName)]
      try {
        await writeFile(draft, markOf(installation_id), { flush: true, mode: 0o600 })
        // Unlike a rename, creating a link never overwrites the mark of another process.
        if (replace) await rename(draft, target)
        else await linkOrRename(draft, target)
        await syncFolder(root)
      } finally {
        await rm(draft, { force: true })
      }
    },

    async setAside(key, today) {
      const target = path.join(root, setAsidePath(key, today))
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
      await rename(fileOf(key), target).catch((error: unknown) => {
        if (!isMissing(error)) throw error
      })
      await syncFolder(path.dirname(target))
    },

    async deleteSetAside(before) {
      const folder = path.join(root, setAsideName)
      const days = await readdir(folder).catch((error: unknown) => {
        if (isMissing(error)) return []
        throw error
      })
      let deleted = 0
      for (const day of days.filter((name) => isDayBefore(name, before))) {
        const entries = await readdir(path.join(folder, day), { recursive: true, withFileTypes: true })
        await rm(path.join(folder, day), { recursive: true, force: true })
        deleted += entries.filter((entry) => entry.isFile()).length
      }
      return deleted
    },
  }
}
