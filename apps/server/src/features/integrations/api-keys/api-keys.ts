import { randomBytes, randomUUID } from 'node:crypto'
import {
  type ApiKey,
  type ApiKeyInput,
  type ApiScope,
  apiKeyLimits,
  apiScopes,
  type Deleted,
  isId,
  type MadeApiKey,
  Problem,
  routes,
} from '@penmark/contract'
import { and, count, desc, eq } from 'drizzle-orm'
import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Binder } from '../../../http/bind.ts'
import type { Caller, Owner } from '../../../http/caller.ts'
import type { LimitRate } from '../../../http/rate-limits.ts'
import { dayMs } from '../../../lib/durations.ts'
import { hashSecret } from '../../../lib/secrets.ts'
import { problem } from '../../../locale/problems/problem.ts'
import { type Connection, type Database, time } from '../../../services/database/database.ts'
import type { Identity } from '../../../services/identity/identity.ts'
import { readAccount, requireOwnEmail } from '../../accounts/index.ts'

interface ApiKeysDependencies {
  database: Database
  identity: Pick<Identity, 'hasOwnEmail'>
}

export function bindApiKeys({ bind }: Binder, dependencies: ApiKeysDependencies): void {
  const { database } = dependencies
  bind(routes.listApiKeys, (_input, caller) => listApiKeys(database, caller))
  bind(routes.createApiKey, (input, caller) => createApiKey(dependencies, input, caller))
  bind(routes.revokeApiKey, ({ id }, caller) => revokeApiKey(database, id, caller))
}

async function listApiKeys(database: Database, { teacher_id }: Owner): Promise<ApiKey[]> {
  return (await selectApiKeys(database, teacher_id)).map(toApiKey)
}

/** The response contains the key itself; only its hash is stored. */
async function createApiKey(
  { database, identity }: ApiKeysDependencies,
  { name, scopes, days = null }: ApiKeyInput,
  { teacher_id, person }: Caller,
): Promise<MadeApiKey> {
  await requireOwnEmail(database, identity, person)
  if ((await countApiKeys(database, teacher_id)) >= apiKeyLimits.keys)
    throw problem('conflict', 'too_many_keys', { keys: apiKeyLimits.keys })
  const { key, prefix, hash } = makeKey()
  const now = new Date()
  const row = {
    id: randomUUID(),
    teacher_id,
    name,
    prefix,
    hash,
    scopes: [...new Set(scopes)],
    created_at: now,
  }
  return { ...toApiKey(await insertApiKey(database, { ...row, expires_at: expiryOf(days, now) })), key }
}

async function revokeApiKey(
  database: Database,
  id: string,
  { teacher_id }: Owner,
): Promise<z.infer<typeof Deleted>> {
  if (!isId(id) || !(await deleteApiKey(database, teacher_id, id))) throw problem('not_found', 'key_unknown')
  return { id, deleted: true }
}

interface KeyDependencies {
  database: Database
  limitRate: LimitRate
}

/**
 * Limits how often one key may call. The response is 503, because 429 always means that the allowance is
 * spent.
 */
async function countCall({ limitRate }: KeyDependencies, id: string): Promise<void> {
  try {
    await limitRate('apiKey', id)
  } catch (cause) {
    if (!(cause instanceof Problem) || cause.code !== 'busy') throw cause
    const { retryAfterSeconds = 60 } = cause
    throw problem('busy', 'key_too_fast', { seconds: retryAfterSeconds }, { cause, retryAfterSeconds })
  }
}

/**
 * Returns the teacher of an API key. A key may make only the calls of its scopes. @throws {Problem}
 * `not_signed_in` for a key that is unknown, revoked or expired, `not_allowed` for a call outside its scopes,
 * `busy` if it calls too often.
 */
export async function authenticateApiKey(
  dependencies: KeyDependencies,
  key: string,
  scope: ApiScope | undefined,
): Promise<Caller> {
  const now = new Date()
  const row = await selectOptionalApiKeyByHash(dependencies.database, hashSecret(key))
  if (row === null || isExpired(row, now)) throw problem('not_signed_in', 'key_refused')
  await countCall(dependencies, row.id)
  if (scope === undefined) throw problem('not_allowed', 'key_not_enough')
  if (!row.scopes.includes(scope)) throw problem('not_allowed', 'scope_missing', { scope })
  const person = await readAccount(dependencies.database, row.teacher_id)
  if (isLastUseOutdated(row, now)) await updateLastUse(dependencies.database, row.id, now)
  return { teacher_id: row.teacher_id, is_administrator: false, person }
}

/** Lets us and secret scanners recognise a key. */
const keyPrefix = 'pmk_'
const shownCharacters = keyPrefix.length + 8
/**
 * The time of the last call is stored at most once a minute, so that a busy key does not write on every call.
 */
const lastUseMs = 60_000

export function isApiKey(token: string): boolean {
  return token.startsWith(keyPrefix)
}

/** A new secret with 256 random bits. */
function makeKey(): { key: string; prefix: string; hash: string } {
  const key = `${keyPrefix}${randomBytes(32).toString('base64url')}`
  return { key, prefix: key.slice(0, shownCharacters), hash: hashSecret(key) }
}

function expiryOf(days: number | null, now: Date): Date | null {
  return days === null ? null : new Date(now.getTime() + days * dayMs)
}

function isExpired({ expires_at }: Pick<ApiKeyRow, 'expires_at'>, now: Date): boolean {
  return expires_at !== null && expires_at <= now
}

function isLastUseOutdated({ last_used_at }: Pick<ApiKeyRow, 'last_used_at'>, now: Date): boolean {
  return last_used_at === null || now.getTime() - last_used_at.getTime() >= lastUseMs
}

function toApiKey(row: ApiKeyRow): ApiKey {
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

/** Keys with which a teacher's programs call the API. Only the hash of a key is stored. */
const apiKeys = pgTable('api_keys', {
  id: uuid().primaryKey(),
  teacher_id: uuid().notNull(),
  name: text().notNull(),
  prefix: text().notNull(),
  hash: text().notNull(),
  scopes: text({ enum: apiScopes }).array().notNull(),
  created_at: time().notNull().defaultNow(),
  last_used_at: time(),
  expires_at: time(),
})

type ApiKeyRow = typeof apiKeys.$inferSelect

async function insertApiKey({ orm }: Connection, row: typeof apiKeys.$inferInsert): Promise<ApiKeyRow> {
  const [inserted] = await orm.insert(apiKeys).values(row).returning()
  if (!inserted) throw new Error('A new API key was not stored.')
  return inserted
}

async function countApiKeys({ orm }: Connection, teacher_id: string): Promise<number> {
  const [row] = await orm.select({ keys: count() }).from(apiKeys).where(eq(apiKeys.teacher_id, teacher_id))
  return row?.keys ?? 0
}

async function selectApiKeys({ orm }: Connection, teacher_id: string): Promise<ApiKeyRow[]> {
  return orm
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.teacher_id, teacher_id))
    .orderBy(desc(apiKeys.created_at))
}

async function selectOptionalApiKeyByHash({ orm }: Connection, hash: string): Promise<ApiKeyRow | null> {
  const [row] = await orm.select().from(apiKeys).where(eq(apiKeys.hash, hash))
  return row ?? null
}

async function updateLastUse({ orm }: Connection, id: string, last_used_at: Date): Promise<void> {
  await orm.update(apiKeys).set({ last_used_at }).where(eq(apiKeys.id, id))
}

/** False if the teacher has no such key. */
async function deleteApiKey({ orm }: Connection, teacher_id: string, id: string): Promise<boolean> {
  const rows = await orm
    .delete(apiKeys)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.teacher_id, teacher_id)))
    .returning({ id: apiKeys.id })
  return rows.length > 0
}
