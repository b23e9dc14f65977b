import { randomBytes } from 'node:crypto'
import type { ApiKey } from '@penmark/contract'
import { hashSecret } from '../../security/secrets.ts'
import type { ApiKeyRow } from './store.ts'

/** The prefix lets us and secret scanners recognise a key. */
const start = 'pmk_'
const shownCharacters = start.length + 8
const dayMs = 24 * 60 * 60 * 1_000
/** The time of the last call is stored to the minute, so that a busy key does not write on every call. */
const lastUseMs = 60_000

export function isApiKey(token: string): boolean {
  return token.startsWith(start)
}

/** A new secret with 256 random bits. */
export function makeKey(): { key: string; prefix: string; hash: string } {
  const key = `${start}${randomBytes(32).toString('base64url')}`
  return { key, prefix: key.slice(0, shownCharacters), hash: hashSecret(key) }
}

export function expiryOf(days: number | null, now: Date): Date | null {
  return days === null ? null : new Date(now.getTime() + days * dayMs)
}

export function isExpired({ expires_at }: Pick<ApiKeyRow, 'expires_at'>, now: Date): boolean {
  return expires_at !== null && expires_at <= now
}

export function isUseOld({ last_used_at }: Pick<ApiKeyRow, 'last_used_at'>, now: Date): boolean {
  return last_used_at === null || now.getTime() - last_used_at.getTime() >= lastUseMs
}

export function toApiKey(row: ApiKeyRow): ApiKey {
  const { id, name, prefix, scopes, created_at, last_used_at, expires_at } = row
  return {
    id,
    name,
    prefix,
    scopes,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
    expires_at: expires_at?.toISOString() ?? null,
  }
}
