import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../../database/database.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { createAttempts, sweepAttempts } from './attempts.ts'
import { readSecrets } from './secrets.ts'
import { createStorage, refreshLeewayMs, sweepRecords } from './storage.ts'

let database: Database
let time: Date
const later = (milliseconds: number) => {
  time = new Date(time.getTime() + milliseconds)
}

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await database.script('delete from identity_record; delete from identity_attempt')
  time = new Date('2026-11-21T12:00:00Z')
})
afterAll(() => database.close())

const storageOf = (model: string) => createStorage(database, () => time)(model)

describe('the storage of the provider', () => {
  it('forgets what has expired, and sweeps it away', async () => {
    const sessions = storageOf('Session')
    await sessions.upsert('a', { uid: 'u', accountId: 'x' }, 60)
    await sessions.upsert('b', { accountId: 'y' }, 600)
    expect(await sessions.findByUid('u')).toMatchObject({ accountId: 'x' })
    later(61_000)
    expect(await sessions.find('a')).toBeUndefined()
    expect(await sessions.findByUid('u')).toBeUndefined()
    await sweepRecords(database, time)
    const { rows } = await database.query('select id from identity_record')
    expect(rows).toEqual([{ id: 'b' }])
  })

  it('keeps models apart', async () => {
    await storageOf('Session').upsert('a', { accountId: 'x' }, 60)
    expect(await storageOf('Interaction').find('a')).toBeUndefined()
  })

  it('starts the leeway of a refresh token at its first use and does not prolong it', async () => {
    const tokens = storageOf('RefreshToken')
    await tokens.upsert('t', { grantId: 'g' }, 600)
    await tokens.consume('t')
    later(refreshLeewayMs - 1)
    await tokens.consume('t')
    expect(await tokens.find('t')).not.toHaveProperty('consumed')
    later(1)
    expect(await tokens.find('t')).toMatchObject({ consumed: true })
  })

  it('lets a code be used once, also by two at the same moment', async () => {
    const codes = storageOf('AuthorizationCode')
    await codes.upsert('c', { grantId: 'g' }, 60)
    const tries = await Promise.allSettled([codes.consume('c'), codes.consume('c')])
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await codes.find('c')).toMatchObject({ consumed: true })
  })

  it('takes back everything of a grant', async () => {
    const tokens = storageOf('RefreshToken')
    await tokens.upsert('t', { grantId: 'g' }, 600)
    await tokens.upsert('s', { grantId: 'h' }, 600)
    await tokens.revokeByGrantId('g')
    expect(await tokens.find('t')).toBeUndefined()
    expect(await tokens.find('s')).toBeDefined()
  })
})

describe('the keys of an installation', () => {
  it('are made once, also by two processes that start together', async () => {
    const [one, other] = await Promise.all([readSecrets(database), readSecrets(database)])
    expect(other).toEqual(one)
    expect(await readSecrets(database)).toEqual(one)
  })
})

describe('counted tries', () => {
  it('are swept away when they no longer count', async () => {
    const limits = { points: 1, duration: 60 }
    const attempts = createAttempts(database, {
      signInByAddress: limits,
      signInByEmail: limits,
      registerByAddress: limits,
      registerByEmail: limits,
    })
    expect(await attempts.signIn('::1', 'a@b.example')).toEqual({ allowed: true })
    expect(await attempts.signIn('::1', 'a@b.example')).toMatchObject({ allowed: false })
    await sweepAttempts(database, new Date(Date.now() + 61_000))
    expect((await database.query('select * from identity_attempt')).rows).toEqual([])
  })
})
