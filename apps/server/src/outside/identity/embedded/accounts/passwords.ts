import { hash, verify } from '@node-rs/argon2'
import { commonPasswords } from './common-passwords.ts'

/** RFC 9106 and the OWASP password storage cheat sheet ask for at least 19 MiB and two passes; memory is in KiB. */
export const passwordCost = { algorithm: 2, memoryCost: 24 * 1024, timeCost: 2, parallelism: 1 } as const

export const passwordLength = { least: 10, most: 200 } as const

export type PasswordFault = 'too_short' | 'too_long' | 'is_email' | 'too_common'

const plain = (value: string) => value.normalize('NFKC').toLowerCase()

/** What is wrong with a new password, or null. */
export function findPasswordFault(password: string, email: string): PasswordFault | null {
  const characters = Array.from(password).length
  if (characters < passwordLength.least) return 'too_short'
  if (characters > passwordLength.most) return 'too_long'
  const [localPart = ''] = email.split('@')
  const word = plain(password)
  if (word === plain(email) || (localPart.length >= passwordLength.least && word === plain(localPart))) return 'is_email'
  const isOneCharacter = new Set(word).size === 1
  if (isOneCharacter || commonPasswords.has(word)) return 'too_common'
  return null
}

/** Keyboards may compose the same letters differently, so passwords are normalised before hashing. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), passwordCost)
}

let decoy: Promise<string> | undefined

/** Takes the same time with or without an account: without a hash it checks a decoy and returns false. */
export async function checkPassword(password: string, storedHash: string | null): Promise<boolean> {
  decoy ??= hashPassword('no account has this password')
  const isRight = await verify(storedHash ?? (await decoy), password.normalize('NFKC'))
  return storedHash !== null && isRight
}
