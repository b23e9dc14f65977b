import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sweepTempFolders, tempFolderPrefix } from './temp-folders.ts'

const deadPid = spawnSync(process.execPath, ['--version']).pid
const ours = `${tempFolderPrefix()}abc123`
const deadFolder = ours.replace(`-${process.pid}-`, `-${deadPid}-`)
/** Of a container that shares the folder: a process with this id runs there, and not here. */
const elsewhere = path.join(os.tmpdir(), `penmark-draft-00000000-${deadPid}-abc123`)
const folders = [deadFolder, ours, elsewhere]
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

test('plain-text drafts of a killed process are removed after an hour, those of a live one never, of another machine after a week', async () => {
  for (const folder of folders) {
    mkdirSync(folder)
    writeFileSync(path.join(folder, 'essay'), 'words of a student')
  }
  await sweepTempFolders()
  expect(folders.map((folder) => existsSync(folder))).toEqual([true, true, true])
  expect(await sweepTempFolders(Date.now() + 2 * 60 * 60_000)).toBeGreaterThanOrEqual(1)
  expect(folders.map((folder) => existsSync(folder))).toEqual([false, true, true])
  await sweepTempFolders(Date.now() + 8 * 24 * 60 * 60_000)
  expect(folders.map((folder) => existsSync(folder))).toEqual([false, true, false])
})
