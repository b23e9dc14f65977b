import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sweepTempFolders, tempFolderPrefix } from './temp-folders.ts'

const deadPid = spawnSync(process.execPath, ['--version']).pid
const deadFolder = path.join(os.tmpdir(), `penmark-draft-${deadPid}-abc123`)
const ours = `${tempFolderPrefix()}abc123`
const folders = [deadFolder, ours]
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

test('plain-text drafts of a killed process are removed after an hour, those of a live one never', async () => {
  for (const folder of folders) {
    mkdirSync(folder)
    writeFileSync(path.join(folder, 'essay'), 'words of a student')
  }
  await sweepTempFolders()
  expect(folders.map((folder) => existsSync(folder))).toEqual([true, true])
  expect(await sweepTempFolders(Date.now() + 2 * 60 * 60_000)).toBeGreaterThanOrEqual(1)
  expect(folders.map((folder) => existsSync(folder))).toEqual([false, true])
})
