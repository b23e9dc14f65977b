import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hourMs } from '../../../lib/durations.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import type { Database } from '../../database/database.ts'
import { amara, createBrowser, readTokens, registerForTokens } from '../testing/browser.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { keyTimes, readKeys, rotateKeys } from './keys.ts'

const start = new Date('2026-11-21T12:00:00Z')
const timeAt = (milliseconds: number) => new Date(start.getTime() + milliseconds)

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(() =>
  database
    .script(
      'delete from identity_key; delete from identity_account; delete from identity_attempt; delete from mails',
    )
    .then(() => undefined),
)
afterAll(() => database.close())

const kids = async (now: Date) => (await readKeys(database, now)).map(({ kid }) => kid)

describe('the signing keys', () => {
  test('are created once, even by two processes that start together', async () => {
    const [one, other] = await Promise.all([kids(start), kids(start)])
    expect(other).toEqual(one)
    expect(one).toHaveLength(1)
  })

  test('are rotated by age: the next is published a day before use, the previous one remains while its tokens are valid', async () => {
    const [first] = await kids(start)
    const due = keyTimes.signsForMs
    expect(await kids(timeAt(due - keyTimes.publishedBeforeMs - 1))).toEqual([first])
    const published = await kids(timeAt(due - keyTimes.publishedBeforeMs))
    expect(published).toEqual([first, expect.any(String)])
    expect(await kids(timeAt(due - 1))).toEqual(published)
    const next = published[1]
    expect(await kids(timeAt(due))).toEqual([next, first])
    expect(await kids(timeAt(due + keyTimes.keptForMs - 1))).toEqual([next, first])
    expect(await kids(timeAt(due + keyTimes.keptForMs))).toEqual([next])
  })

  test('are rotated once even if two processes find them due at the same time', async () => {
    await kids(start)
    const time = timeAt(keyTimes.signsForMs)
    const [one, other] = await Promise.all([kids(time), kids(time)])
    expect(one).toEqual(other)
    expect(one).toHaveLength(2)
  })

  test('are published for a day before use even after a year of downtime', async () => {
    const [first] = await kids(start)
    const late = 365 * 24 * hourMs
    expect((await kids(timeAt(late)))[0]).toBe(first)
    expect((await kids(timeAt(late + keyTimes.publishedBeforeMs)))[0]).not.toBe(first)
  })

  test('are rotated on request, once however often requested', async () => {
    const [first] = await kids(start)
    const from = await rotateKeys(database, timeAt(hourMs), { atOnce: false })
    expect(await rotateKeys(database, timeAt(2 * hourMs), { atOnce: false })).toEqual(from)
    expect(await kids(timeAt(2 * hourMs))).toEqual([first, expect.any(String)])
    expect((await kids(from))[0]).not.toBe(first)
  })

  test('are all replaced at once if one leaked', async () => {
    const [first] = await kids(start)
    await rotateKeys(database, timeAt(hourMs), { atOnce: true })
    const after = await kids(timeAt(hourMs))
    expect(after).toHaveLength(1)
    expect(after).not.toContain(first)
  })
})

describe('a provider whose keys change', () => {
  let server: TestServer
  const published = async () => {
    const { keys } = await (await fetch(`${server.origin}/.well-known/jwks`)).json()
    return (keys as { kid: string; d?: string }[]).map(({ kid, d }) => (d === undefined ? kid : 'private!'))
  }

  test('signs with the new key, accepts tokens of the old one, and keeps sessions signed in', async () => {
    server = await startTestServer({ database })
    const browser = createBrowser(server.origin)
    const before = await registerForTokens(browser, amara)
    await database.query("update identity_key set signs_from = signs_from - interval '100 days'")
    await readKeys(database, new Date())
    await database.query(
      "update identity_key set signs_from = now() - interval '1 minute' where signs_from > now()",
    )
    const { port } = new URL(server.origin)
    await server.close()
    server = await startTestServer({ database, port: Number(port) })
    // The first call may find a connection that the restart has closed.
    await published().catch(() => undefined)
    const old = decodeProtectedHeader(before.access_token).kid
    expect(await published()).toHaveLength(2)
    expect(await published()).toContain(old)
    const after = await readTokens(await browser.refresh(before.refresh_token))
    expect(decodeProtectedHeader(after.access_token).kid).not.toBe(old)
    expect((await published())[0]).toBe(decodeProtectedHeader(after.access_token).kid)
    await expect(server.identity.verify(before.access_token)).resolves.toMatchObject({ email: amara.email })
    await expect(server.identity.verify(after.access_token)).resolves.toMatchObject({ email: amara.email })
    const logout = await browser.visit(
      `/oauth2/logout?${new URLSearchParams({ id_token_hint: before.id_token }).toString()}`,
    )
    expect(logout.status).toBe(200)
    await server.close()
  })

  test('learns from the database about a key that another process already uses', async () => {
    server = await startTestServer({ database })
    await rotateKeys(database, new Date(), { atOnce: true })
    const other = await startTestServer({ database })
    const { access_token } = await registerForTokens(createBrowser(other.origin), amara)
    const { kid } = decodeProtectedHeader(access_token)
    // The two have different issuers here, so the token is refused for its issuer; its key must have been
    // found first.
    await expect(server.identity.verify(access_token)).rejects.toMatchObject({ code: 'not_signed_in' })
    expect(await published()).toContain(kid)
    await other.close()
    await server.close()
  })
})
