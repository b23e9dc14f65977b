import { createHash, hkdfSync, randomBytes, randomInt } from 'node:crypto'
import { hashRaw } from '@node-rs/argon2'
import { brand } from '@penmark/contract'
import { CompactEncrypt, compactDecrypt } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { passwordCost } from './passwords.ts'

/**
 * RFC 6238 as every authenticator app supports it: SHA-1, six digits, thirty seconds. Clocks may differ by
 * one step.
 */
const totpOptions = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const allowedDrift = 1

/** RFC 4226 recommends 160 bits. */
export const newSecret = (): Uint8Array => new Secret({ size: 20 }).bytes

const secretOf = (bytes: Uint8Array) => new Secret({ buffer: Uint8Array.from(bytes).buffer })

/** The secret for typing into an app: base32, in groups of four. */
export const typedKey = (bytes: Uint8Array): string => secretOf(bytes).base32.replaceAll(/.{4}(?=.)/g, '$& ')

/** The contents of the QR code. */
export const keyAddress = (bytes: Uint8Array, email: string): string =>
  new TOTP({ ...totpOptions, issuer: brand.name, label: email, secret: secretOf(bytes) }).toString()

/** The thirty-second step since 1970 that a code belongs to; null when it is not valid now. */
export function stepOf(bytes: Uint8Array, code: string, now: Date): number | null {
  const token = code.replaceAll(/\s/g, '')
  const delta = TOTP.validate({
    ...totpOptions,
    token,
    secret: secretOf(bytes),
    timestamp: now.getTime(),
    window: allowedDrift,
  })
  return delta === null
    ? null
    : TOTP.counter({ period: totpOptions.period, timestamp: now.getTime() }) + delta
}

const recoveryCodeCount = 10

/** Without characters that look alike: 0 and o, 1, l and i. Ten of 31 characters are 49 bits. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'
const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')

export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, () => `${group()}-${group()}`)

export const newRecoverySalt = (): string => randomBytes(16).toString('base64url')

/**
 * A slow hash, because codes are short. An account's codes share a salt, so that an attempt costs one hash
 * instead of ten.
 */
export async function hashRecoveryCode(code: string, salt: string): Promise<string> {
  const normalised = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return (await hashRaw(normalised, { ...passwordCost, salt: Buffer.from(salt, 'base64url') })).toString(
    'base64url',
  )
}

/** Encrypts secrets that must be read again, with the installation's keys. */
export interface Seal {
  seal(content: Uint8Array, accountId: string): Promise<string>
  /** Throws when it was changed, belongs to another account, or no key decrypts it. */
  open(sealed: string, accountId: string): Promise<Uint8Array>
}

/**
 * JWE with AES-256-GCM. The first key (32 bytes each) encrypts, all of them decrypt. A value sealed for one
 * account cannot be used for another.
 */
export function createSeal(keys: readonly Buffer[]): Seal {
  const keysById = keys.map((key) => ({
    kid: createHash('sha256').update('penmark second step').update(key).digest('base64url').slice(0, 16),
    secretFor: (accountId: string) =>
      new Uint8Array(hkdfSync('sha256', key, Buffer.alloc(0), `penmark second step ${accountId}`, 32)),
  }))
  const [first] = keysById
  if (first === undefined) throw new Error('There is no key to seal with.')
  return {
    seal: (content, accountId) =>
      new CompactEncrypt(content)
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: first.kid })
        .encrypt(first.secretFor(accountId)),
    async open(sealed, accountId) {
      const { plaintext } = await compactDecrypt(sealed, ({ kid }) => {
        const key = keysById.find((each) => each.kid === kid)
        if (!key)
          throw new Error(
            'The second step of an account is sealed with a key that FILES_KEY does not name any more.',
          )
        return key.secretFor(accountId)
      })
      return plaintext
    },
  }
}
