import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createSeal } from './codes.ts'

const secret = randomBytes(20)
const account = randomUUID()

describe('an encrypted two-factor secret', () => {
  test('is decrypted with the key, only for its account', async () => {
    const seal = createSeal([randomBytes(32)])
    const sealed = await seal.seal(secret, account)
    expect(Buffer.from(await seal.open(sealed, account))).toEqual(secret)
    expect(sealed).not.toContain(secret.toString('base64url'))
    await expect(seal.open(sealed, randomUUID())).rejects.toThrow(/decryption/)
  })

  test('is decrypted with an older configured key, and encrypted with the first', async () => {
    const [older, newer] = [randomBytes(32), randomBytes(32)]
    const before = await createSeal([older]).seal(secret, account)
    const both = createSeal([newer, older])
    expect(Buffer.from(await both.open(before, account))).toEqual(secret)
    const after = await both.seal(secret, account)
    expect(Buffer.from(await createSeal([newer]).open(after, account))).toEqual(secret)
    await expect(createSeal([newer]).open(before, account)).rejects.toThrow('FILES_KEY does not name')
  })

  test('is refused if a single character was changed', async () => {
    const seal = createSeal([randomBytes(32)])
    const parts = (await seal.seal(secret, account)).split('.')
    const text = Buffer.from(parts[3] ?? '', 'base64url')
    text[0] = (text[0] ?? 0) ^ 1
    await expect(
      seal.open([...parts.slice(0, 3), text.toString('base64url'), parts[4]].join('.'), account),
    ).rejects.toThrow(/decryption/)
  })
})
