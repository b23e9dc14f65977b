import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { openEmbedded } from '../services/database/embedded/embedded.ts'
import { fillDatabaseFolder } from '../testing/database.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'penmark-keys-'))
  fillDatabaseFolder(path.join(folder, 'database'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const run = (...options: string[]) =>
  promisify(execFile)(
    process.execPath,
    [path.join(inject('bundle'), 'start.js'), 'rotate-keys', ...options],
    {
      env: { PATH: process.env.PATH, DATA_DIR: folder, LOG_LEVEL: 'silent' },
    },
  )

test('an operator rotates the signing key on the command line, for tomorrow or at once', async () => {
  expect((await run()).stdout).toMatch(/^The new key will be used from \d{4}-\S+Z\.$/m)
  await run('--at-once')
  const database = await openEmbedded(path.join(folder, 'database'))
  const { rows } = await database.query('select signs_from <= now() as signs from identity_key')
  await database.close()
  expect(rows).toEqual([{ signs: true }])
})

test('an unknown option changes nothing and lists the valid ones', async () => {
  await expect(run('--now')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('"rotate-keys --at-once"'),
  })
})
