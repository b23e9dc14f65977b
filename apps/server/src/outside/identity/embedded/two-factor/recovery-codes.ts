import { randomBytes, randomInt } from 'node:crypto'
import { hashRaw } from '@node-rs/argon2'
import { passwordCost } from '../accounts/passwords.ts'

const recoveryCodeCount = 10

/** Without characters that look alike: 0 and o, 1, l and i. Ten of 31 characters are 49 bits. */
const signs = '23456789abcdefghjkmnpqrstuvwxyz'
const group = () => Array.from({ length: 5 }, () => signs[randomInt(signs.length)]).join('')

export const newRecoveryCodes = (): string[] => Array.from({ length: recoveryCodeCount }, () => `${group()}-${group()}`)

export const newRecoverySalt = (): string => randomBytes(16).toString('base64url')

/** A slow hash, because codes are short. An account's codes share a salt, so that an attempt costs one hash instead of ten. */
export async function hashRecoveryCode(code: string, salt: string): Promise<string> {
  const plain = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return (await hashRaw(plain, { ...passwordCost, salt: Buffer.from(salt, 'base64url') })).toString('base64url')
}
