import { mkdtemp, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createOutbox, type Outbox } from './outbox.ts'
import { mailOf, suiteOfTransports } from './testing/transport.suite.ts'

let folder: string
let outbox: Outbox
const names = async () => (await readdir(path.join(folder, 'outbox'))).sort()
const messages = async () =>
  Promise.all((await names()).map((name) => readFile(path.join(folder, 'outbox', name), 'utf8')))

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'penmark-outbox-'))
  outbox = createOutbox(path.join(folder, 'outbox'), 'Penmark <post@school.example>')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('the outbox', () => {
  suiteOfTransports(async () => ({ transport: outbox, messages }))

  test('writes one file per email, readable only by the owner of the process', async () => {
    await outbox.deliver(mailOf())
    await outbox.deliver(mailOf())
    expect(await names()).toEqual(['2026-11-21T12-00-00-000Z-3f0c8f1e-6a53-4d3b-9d0d-1f2f3a4b5c6d.eml'])
    const { mode } = await stat(path.join(folder, 'outbox', (await names())[0] ?? ''))
    if (process.platform !== 'win32') expect(mode & 0o077).toBe(0)
  })

  test('removes old emails and keeps the others', async () => {
    await outbox.sweep(new Date())
    await outbox.deliver(mailOf())
    await outbox.deliver(mailOf({ id: 'b2b0e8a1-0000-4000-8000-000000000000' }))
    const [old = ''] = await names()
    await utimes(path.join(folder, 'outbox', old), new Date('2026-01-01'), new Date('2026-01-01'))
    await outbox.sweep(new Date('2026-02-01'))
    expect(await names()).toHaveLength(1)
    expect(await names()).not.toContain(old)
  })
})
