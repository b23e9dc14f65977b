import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { openEmbedded } from '../database/embedded/embedded.ts'
import { fillDatabaseFolder } from '../testing/database.ts'

const ids = ['7a8f2b53-3a4f-4f6e-9a7c-0d8a2a3b4c5d', '8a8f2b53-3a4f-4f6e-9a7c-0d8a2a3b4c5d', '9a8f2b53-3a4f-4f6e-9a7c-0d8a2a3b4c5d']

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'penmark-admin-'))
  await fillDatabaseFolder(path.join(folder, 'database'))
  const database = await openEmbedded(path.join(folder, 'database'))
  await database.script(`insert into teachers (id, subject, email, first_name, last_name) values
    ('${ids[0]}', 'ana', 'ana@school.example', 'Ana', 'Sol'),
    ('${ids[1]}', 'bo', 'bo@school.example', null, null),
    ('${ids[2]}', 'bo2', 'bo@school.example', null, null)`)
  await database.close()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const run = (...options: string[]) =>
  promisify(execFile)(process.execPath, [path.join(inject('bundle'), 'start.js'), 'admin', ...options], {
    env: { PATH: process.env.PATH, DATA_DIR: folder, LOG_LEVEL: 'silent' },
  })

async function administrators(): Promise<unknown[]> {
  const database = await openEmbedded(path.join(folder, 'database'))
  try {
    return (await database.query('select subject from teachers where is_administrator order by subject')).rows.map(({ subject }) => subject)
  } finally {
    await database.close()
  }
}

test('an operator promotes and demotes an administrator on the command line', async () => {
  const { stdout } = await run('promote', 'Ana@School.example')
  expect(stdout).toContain('ana@school.example (Ana Sol) is an administrator now.')
  expect(stdout).toContain('Make sure it really belongs to this person')
  expect(await administrators()).toEqual(['ana'])
  expect((await run('demote', 'ana@school.example')).stdout).toContain('is no longer an administrator')
  expect(await administrators()).toEqual([])
})

test('an address shared by several accounts promotes none of them; an id does', async () => {
  await expect(run('promote', 'bo@school.example')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(ids[2] ?? '') })
  expect(await administrators()).toEqual([])
  await run('promote', ids[2] ?? '')
  expect(await administrators()).toEqual(['bo2'])
})

test('explains its usage, and what to do if nobody has the address yet', async () => {
  await expect(run('promote')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('promote name@school.example') })
  await expect(run('crown', 'ana@school.example')).rejects.toMatchObject({ code: 1 })
  const unknown = run('promote', 'cy@school.example')
  await expect(unknown).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('register and sign in once') })
})
