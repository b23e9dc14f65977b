import { randomBytes, randomInt } from 'node:crypto'
import { hashRaw } from '@node-rs/argon2'
import { passwordCost } from '../passwords.ts'

const recoveryCodeCount = 10

/** Without the signs that are taken for each other: 0 and o, 1, l and i. 31 signs, so ten of them are 49 bits. */
const signs = '23456789abcdefghjkmnpqrstuvwxyz'
const group = () => Array.from({ length: 5 }, () => signs[randomInt(signs.length)]).join('')

export const newRecoveryCodes = (): string[] => Array.from({ length: recoveryCodeCount }, () => `${group()}-${group()}`)

export const newRecoverySalt = (): string => randomBytes(16).toString('base64url')

/** How a code is kept: slow, because it is short; one salt for an account, so that a try costs one hash and not ten. */
export async function hashRecoveryCode(code: string, salt: string): Promise<string> {
  const plain = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return (await hashRaw(plain, { ...passwordCost, salt: Buffer.from(salt, 'base64url') })).toString('base64url')
}
