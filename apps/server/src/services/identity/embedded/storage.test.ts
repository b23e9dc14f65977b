import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../testing/database.ts'
import type { Database } from '../../database/database.ts'
import { attemptLimits, createAttempts, sweepAttempts } from './attempts.ts'
import { readCookieKeys } from './keys.ts'
import { endSessions } from './sessions.ts'
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
  test('ignores what has expired, and deletes it', async () => {
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

  test('does not restore a session that ended during a request, or confuse it with its successor', async () => {
    const sessions = storageOf('Session')
    await sessions.upsert('a', { uid: 'u', accountId: 'x' }, 600)
    const held = await sessions.find('a')
    await sessions.destroy('a')
    await sessions.upsert('a', held ?? {}, 600)
    expect(await sessions.find('a')).toBeUndefined()
    await sessions.upsert('b', { uid: 'u', accountId: 'x', kind: 'Session' }, 600)
    expect(await sessions.findByUid('u')).toMatchObject({ kind: 'Session' })
    expect(await endSessions(database, 'x', { except: null })).toBe(1)
    expect(await sessions.findByUid('u')).toBeUndefined()
  })

  test('keeps models apart', async () => {
    await storageOf('Session').upsert('a', { accountId: 'x' }, 60)
    expect(await storageOf('Interaction').find('a')).toBeUndefined()
  })

  test('starts the leeway of a refresh token at its first use and does not extend it', async () => {
    const tokens = storageOf('RefreshToken')
    await tokens.upsert('t', { grantId: 'g' }, 600)
    await tokens.consume('t')
    later(refreshLeewayMs - 1)
    await tokens.consume('t')
    expect(await tokens.find('t')).not.toHaveProperty('consumed')
    later(1)
    expect(await tokens.find('t')).toMatchObject({ consumed: true })
  })

  test('allows a code to be used once, even by two simultaneous requests', async () => {
    const codes = storageOf('AuthorizationCode')
    await codes.upsert('c', { grantId: 'g' }, 60)
    const results = await Promise.allSettled([codes.consume('c'), codes.consume('c')])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await codes.find('c')).toMatchObject({ consumed: true })
  })

  test('revokes everything of a grant', async () => {
    const tokens = storageOf('RefreshToken')
    await tokens.upsert('t', { grantId: 'g' }, 600)
    await tokens.upsert('s', { grantId: 'h' }, 600)
    await tokens.revokeByGrantId('g')
    expect(await tokens.find('t')).toBeUndefined()
    expect(await tokens.find('s')).toBeDefined()
  })
})

describe('the cookie keys of an installation', () => {
  test('are created once, even by two processes that start together', async () => {
    const [one, other] = await Promise.all([readCookieKeys(database), readCookieKeys(database)])
    expect(other).toEqual(one)
    expect(await readCookieKeys(database)).toEqual(one)
  })
})

const once = { points: 1, duration: 60 }

describe('counted attempts', () => {
  const from = (address: string, device: string | null = null) => ({ address, email: 'a@b.example', device })

  test('are deleted when they no longer count', async () => {
    const attempts = createAttempts(database, { ...attemptLimits, signInByAddressAndEmail: once })
    expect(await attempts.signIn(from('::1'))).toEqual({ allowed: true })
    expect(await attempts.signIn(from('::1'))).toMatchObject({ allowed: false })
    await sweepAttempts(database, new Date(Date.now() + 61_000))
    const { rows } = await database.query(
      "select key from identity_attempt where key like 'signInByAddressAndEmail%'",
    )
    expect(rows).toEqual([])
  })

  test('from one network do not block other networks, and never a known device', async () => {
    const attempts = createAttempts(database, {
      ...attemptLimits,
      signInByAddressAndEmail: once,
      signInByEmail: { points: 3, duration: 60 },
    })
    await attempts.signIn(from('192.0.2.1'))
    expect(await attempts.signIn(from('192.0.2.1'))).toMatchObject({ allowed: false })
    expect(await attempts.signIn(from('192.0.2.2'))).toEqual({ allowed: true })
    for (const address of ['192.0.2.3', '192.0.2.4', '192.0.2.5']) await attempts.signIn(from(address))
    expect(await attempts.signIn(from('192.0.2.6'))).toMatchObject({ allowed: false })
    expect(await attempts.signIn(from('192.0.2.1', 'her-laptop'))).toEqual({ allowed: true })
  })

  test('by someone else are not reset when the owner signs in', async () => {
    const attempts = createAttempts(database, { ...attemptLimits, signInByAddressAndEmail: once })
    await attempts.signIn(from('192.0.2.1'))
    await attempts.signedIn(from('192.0.2.2'))
    await attempts.signedIn(from('192.0.2.1', 'her-laptop'))
    expect(await attempts.signIn(from('192.0.2.1'))).toMatchObject({ allowed: false })
    await attempts.signedIn(from('192.0.2.1'))
    expect(await attempts.signIn(from('192.0.2.1'))).toEqual({ allowed: true })
  })
})
