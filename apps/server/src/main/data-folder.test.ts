import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { openDatabase } from './open-database.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'penmark-data-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (dataDir: string) => openDatabase(readConfig({ DATA_DIR: dataDir }), pino({ level: 'silent' }))

/** Only some users may mount a disk. */
function mountsReadOnly(): boolean {
  const place = mkdtempSync(path.join(os.tmpdir(), 'penmark-data-folder-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', place], { stdio: 'ignore' })
    execFileSync('umount', [place])
    return true
  } catch {
    return false
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

test.runIf(mountsReadOnly())('a start on a disk that can only be read ends with one clear line', async () => {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', folder])
  try {
    const message = `The data folder ${folder} cannot be written to (EROFS).`
    await expect(open(folder)).rejects.toThrow(message)
    await expect(open(path.join(folder, 'data'))).rejects.toThrow(/data cannot be written to/)
  } finally {
    execFileSync('umount', [folder])
  }
})

test('a start below what is no folder ends with one clear line, and changes nothing', async () => {
  writeFileSync(path.join(folder, 'data'), 'a file')
  const below = path.join(folder, 'data', 'school')
  await expect(open(below)).rejects.toThrow(`The data folder ${below} cannot be written to (ENOTDIR).`)
  expect(readdirSync(folder)).toEqual(['data'])
})
