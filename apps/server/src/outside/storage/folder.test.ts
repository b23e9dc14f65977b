import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { createFolderStorage } from './folder.ts'
import { describeStorage } from './storage.suite.ts'

async function openFolder() {
  const root = await mkdtemp(path.join(os.tmpdir(), 'penmark-files-'))
  return { root, storage: createFolderStorage(root), close: () => rm(root, { recursive: true, force: true }) }
}

describe('a folder as storage', () => {
  describeStorage(openFolder)

  test('clears away what a killed process left half written', async () => {
    const { root, close } = await openFolder()
    await writeFile(path.join(root, '.unfinished', 'draft'), 'half')
    createFolderStorage(root)
    expect(await readdir(path.join(root, '.unfinished'))).toEqual([])
    await close()
  })
})
