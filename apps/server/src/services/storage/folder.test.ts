import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { createFolderStorage } from './folder.ts'
import { newKey } from './storage.ts'
import { describeStorage } from './testing/storage.suite.ts'

async function openFolder() {
  const root = await mkdtemp(path.join(os.tmpdir(), 'penmark-files-'))
  return { root, storage: createFolderStorage(root), close: () => rm(root, { recursive: true, force: true }) }
}

describe('a folder as storage', () => {
  describeStorage(openFolder)

  test("does not touch another process's unfinished upload when it opens the same folder", async () => {
    const { root, storage, close } = await openFolder()
    const key = newKey()
    const upload = new PassThrough()
    const putting = storage.put(key, upload)
    upload.write('first half, ')
    await expect.poll(() => readdir(path.join(root, '.unfinished'))).toHaveLength(1)
    createFolderStorage(root)
    upload.end('second half')
    expect(await putting).toEqual({ sizeBytes: 23 })
    await close()
  })

  test('deletes partial files of a killed process, but none still being written', async () => {
    const { root, storage, close } = await openFolder()
    const drafts = path.join(root, '.unfinished')
    for (const name of ['dead', 'alive']) await writeFile(path.join(drafts, name), 'half')
    const longAgo = new Date(Date.now() - 2 * 60 * 60_000)
    await utimes(path.join(drafts, 'dead'), longAgo, longAgo)
    await storage.sweepUnfinished(new Date(Date.now() - 60 * 60_000))
    expect(await readdir(drafts)).toEqual(['alive'])
    await close()
  })
})
