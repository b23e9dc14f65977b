import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { hashSecret } from '../lib/secrets.ts'
import type { Database } from '../services/database/database.ts'
import { openEmbedded } from '../services/database/embedded/embedded.ts'
import { fillDatabaseFolder, openTestDatabase } from '../testing/database.ts'
import { answerAdminCommand } from './admin-command.ts'
import { readConfig } from './config.ts'

const ids = [
  '7a8f2b53-3a4f-4f6e-9a7c-0d8a2a3b4c5d',
  '8a8f2b53-3a4f-4f6e-9a7c-0d8a2a3b4c5d',
  '9a8f2b53-3a4f-4f6e-9a7c-0d8a2a3b4c5d',
]

const insertTeachers = `insert into teachers (id, subject, email, first_name, last_name) values
  ('${ids[0]}', 'ana', 'ana@school.example', 'Ana', 'Sol'),
  ('${ids[1]}', 'bo', 'bo@school.example', null, null),
  ('${ids[2]}', 'bo2', 'bo@school.example', null, null)`

let database: Database
beforeEach(async () => {
  database = await openTestDatabase()
  await database.script(insertTeachers)
})
afterEach(() => database.close())

const logger = pino({ level: 'silent' })
const runWith = (environment: NodeJS.ProcessEnv, ...options: string[]) =>
  answerAdminCommand({ config: readConfig(environment), logger, use: (work) => work(database) }, options)
const run = (...options: string[]) => runWith({}, ...options)

const query = async (text: string) => (await database.query(text)).rows

const administratorsIn = async (opened: Database) =>
  (await opened.query('select subject from teachers where is_administrator order by subject')).rows.map(
    ({ subject }) => subject,
  )
const administrators = () => administratorsIn(database)

test('an operator promotes an administrator on the command line, and a refusal ends with code 1', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'penmark-admin-'))
  try {
    fillDatabaseFolder(path.join(folder, 'database'))
    const before = await openEmbedded(path.join(folder, 'database'))
    await before.script(insertTeachers)
    await before.close()
    const spawn = (...options: string[]) =>
      promisify(execFile)(process.execPath, [path.join(inject('bundle'), 'start.js'), 'admin', ...options], {
        env: { PATH: process.env.PATH, DATA_DIR: folder, LOG_LEVEL: 'silent' },
      })
    const { stdout } = await spawn('promote', 'Ana@School.example')
    expect(stdout).toContain('ana@school.example (Ana Sol) is an administrator now.')
    expect(stdout).toContain('Make sure it really belongs to this person')
    await expect(spawn('promote', 'cy@school.example')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('register and sign in once'),
    })
    const after = await openEmbedded(path.join(folder, 'database'))
    expect(await administratorsIn(after)).toEqual(['ana'])
    await after.close()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('an operator demotes an administrator', async () => {
  await run('promote', 'Ana@School.example')
  expect(await administrators()).toEqual(['ana'])
  expect(await run('demote', 'ana@school.example')).toContain('is no longer an administrator')
  expect(await administrators()).toEqual([])
})

test('an address shared by several accounts promotes none of them; an id does', async () => {
  await expect(run('promote', 'bo@school.example')).rejects.toThrow(ids[2] ?? '')
  expect(await administrators()).toEqual([])
  await run('promote', ids[2] ?? '')
  expect(await administrators()).toEqual(['bo2'])
})

test('lists all accounts, administrators first', async () => {
  await run('promote', ids[2] ?? '')
  const lines = (await run('list')).split('\n')
  expect(lines[0]).toMatch(/^bo@school\.example .* administrator +since \d{4}-\d\d-\d\d$/)
  expect(lines[1]).toMatch(/^ana@school\.example +Ana Sol +since/)
  expect(lines).toHaveLength(3)
})

describe('for accounts of the product’s own sign-in', () => {
  beforeEach(async () => {
    await query(
      `insert into identity_account (id, email, given_name, family_name) values ('${ids[0]}', 'ana@school.example', 'Ana', 'Sol')`,
    )
  })

  test('prints a link that sets a new password once, and keeps only its hash', async () => {
    const answer = await run('reset-password', 'Ana@School.example')
    const link = new URL(/^http.*$/m.exec(answer)?.[0] ?? '')
    expect(link.pathname).toBe('/identity/reset')
    expect(answer).toContain('Using it also confirms the address')
    const token = link.searchParams.get('token') ?? ''
    const rows = await query('select account_id, hash, purpose from identity_token')
    expect(rows).toEqual([{ account_id: ids[0], hash: hashSecret(token), purpose: 'reset' }])
    await expect(run('reset-password', 'cy@school.example')).rejects.toThrow('There is no account')
  })

  test('turns off two-factor authentication of the last administrator, who is notified by email', async () => {
    await query(`insert into identity_second_step (account_id, secret, session_uid, recovery_salt, confirmed_at)
      select id, 'sealed', 'uid', 'salt', now() from identity_account`)
    expect(await run('remove-two-factor', 'Ana@School.example')).toContain('was turned off')
    expect(await query('select 1 from identity_second_step')).toEqual([])
    expect(await query('select kind, recipient from mails')).toEqual([
      { kind: 'identity.second-step-removed', recipient: 'ana@school.example' },
    ])
    await expect(run('remove-two-factor', 'ana@school.example')).rejects.toThrow('No account')
  })

  test('leaves passwords to the provider of the school where there is one', async () => {
    const there = runWith(
      { OIDC_ISSUER: 'https://login.school.example' },
      'reset-password',
      'ana@school.example',
    )
    await expect(there).rejects.toThrow('managed there')
  })
})

test('explains its usage, and what to do if nobody has the address yet', async () => {
  await expect(run('promote')).rejects.toThrow('promote name@school.example')
  await expect(run('list', 'ana@school.example')).rejects.toThrow('Use one of these commands')
  await expect(run('toString', 'ana@school.example')).rejects.toThrow('Use one of these commands')
  await expect(run('crown', 'ana@school.example')).rejects.toThrow('Use one of these commands')
  const unknown = run('promote', 'cy@school.example')
  await expect(unknown).rejects.toThrow('register and sign in once')
})
