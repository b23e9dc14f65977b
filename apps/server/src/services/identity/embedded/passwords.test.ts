import { parseOptions } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { checkPassword, findPasswordFault, hashPassword } from './passwords.ts'

const email = 'amara.osei@school.example'

describe('the rules for a new password', () => {
  test.each([
    ['nine char', 'too_short'],
    ['🙂🙂🙂🙂🙂🙂🙂🙂🙂', 'too_short'],
    ['x'.repeat(201), 'too_long'],
    ['Amara.Osei@school.example', 'is_email'],
    ['AMARA.OSEI', 'is_email'],
    ['Password123', 'too_common'],
    ['qwertyuiop', 'too_common'],
    ['motdepasse', 'too_common'],
    ['aaaaaaaaaaaa', 'too_common'],
  ])('refuse %j: %s', (password, fault) => {
    expect(findPasswordFault(password, email)).toBe(fault)
  })

  test.each(['three quiet words', 'ten charss', 'éàüöçñ12345x'])('accept %j', (password) => {
    expect(findPasswordFault(password, email)).toBeNull()
  })
})

describe('a stored password', () => {
  test('is an argon2id hash of at least 19 MiB and two passes, different each time', async () => {
    const [one, other] = await Promise.all([
      hashPassword('three quiet words'),
      hashPassword('three quiet words'),
    ])
    expect(one).toMatch(/^\$argon2id\$/)
    expect(one).not.toBe(other)
    const { memoryCost, timeCost } = parseOptions(one)
    expect(memoryCost).toBeGreaterThanOrEqual(19 * 1024)
    expect(timeCost).toBeGreaterThanOrEqual(2)
  })

  test('is recognised in any Unicode form', async () => {
    const hash = await hashPassword('caf\u00e9 au lait'.normalize('NFC'))
    expect(await checkPassword('cafe\u0301 au lait', hash)).toBe(true)
    expect(await checkPassword('cafe au lait', hash)).toBe(false)
  })

  test('never matches without an account, not even the decoy’s own', async () => {
    expect(await checkPassword('no account has this password', null)).toBe(false)
  })
})
