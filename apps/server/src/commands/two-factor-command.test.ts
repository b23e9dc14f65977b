import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { openEmbedded } from '../database/embedded/embedded.ts'
import { fillDatabaseFolder } from '../testing/database.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'penmark-second-step-'))
  await fillDatabaseFolder(path.join(folder, 'database'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const run = (...options: string[]) =>
  promisify(execFile)(process.execPath, [path.join(inject('bundle'), 'start.js'), 'remove-second-step', ...options], {
    env: { PATH: process.env.PATH, DATA_DIR: folder, LOG_LEVEL: 'silent' },
  })
async function ask<T>(work: (database: Awaited<ReturnType<typeof openEmbedded>>) => Promise<T>): Promise<T> {
  const database = await openEmbedded(path.join(folder, 'database'))
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

test('an operator turns off two-factor authentication of the last administrator on the command line, who is notified by email', async () => {
  await ask((database) =>
    database.script(`insert into identity_account (id, email, given_name, family_name) values ('7a8f2b53-3a4f-4f6e-9a7c-0d8a2a3b4c5d', 'ana@school.example', 'Ana', 'Sol');
      insert into identity_second_step (account_id, secret, session_uid, recovery_salt, confirmed_at)
      select id, 'sealed', 'uid', 'salt', now() from identity_account`),
  )
  expect((await run('Ana@School.example')).stdout).toContain('was turned off')
  const left = await ask(async (database) => [
    (await database.query('select 1 from identity_second_step')).rows,
    (await database.query('select kind, recipient from mails')).rows,
  ])
  expect(left).toEqual([[], [{ kind: 'identity.second-step-removed', recipient: 'ana@school.example' }]])
  await expect(run('ana@school.example')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('No account') })
})

test('explains its usage if no email address is given', async () => {
  await expect(run()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('Give one email address') })
})
