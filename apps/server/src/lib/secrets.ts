import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, fit for an address or a cookie. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/**
 * What is stored of a secret instead of the secret itself. Secrets are long and random, so no salt is needed.
 */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** Of contents and names, in hexadecimal. A secret is hashed by `hashSecret`. */
export const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex')
