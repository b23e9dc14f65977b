import { decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEgress } from '../../../../services/egress/egress.ts'
import { startTestPlatform, type TestPlatform } from '../../../../testing/lti/platform.ts'
import type { PlatformRow } from '../records/store.ts'
import { createPlatformKeys } from './verify-token.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await startTestPlatform()
})
afterAll(() => platform.close())

test('reloads the keys of a platform when they change, but not twice in a row', async () => {
  let now = 1_000_000
  const keysOf = createPlatformKeys(createEgress({ allowPrivate: true }), () => now)
  const row = platform.description as unknown as PlatformRow
  const isVerified = async (refresh: boolean) => {
    const token = await platform.token('n')
    expect(decodeProtectedHeader(token).kid).toBeDefined()
    return jwtVerify(token, await keysOf(row, { refresh })).then(
      () => true,
      () => false,
    )
  }
  expect(await isVerified(false)).toBe(true)
  await platform.rotate()
  expect([await isVerified(false), await isVerified(true)]).toEqual([false, false])
  now += 10_000
  expect([await isVerified(false), await isVerified(true)]).toEqual([false, true])
  expect(await isVerified(false)).toBe(true)
})
