import { randomUUID } from 'node:crypto'
import { type ApiKey, type ApiKeyInput, apiKeyLimits, type Deleted, isId, type MadeApiKey, Problem } from '@penmark/contract'
import type { z } from 'zod'
import type { Database } from '../../database/database.ts'
import type { Owner } from '../../http/caller.ts'
import { expiryOf, makeKey, toApiKey } from './rules.ts'
import { countApiKeys, deleteApiKey, insertApiKey, selectApiKeys } from './store.ts'

export async function listApiKeys(database: Database, { teacher_id }: Owner): Promise<ApiKey[]> {
  return (await selectApiKeys(database, teacher_id)).map(toApiKey)
}

/** The response contains the key itself; only its hash is stored. */
export async function createApiKey(
  database: Database,
  { name, scopes, days = null }: ApiKeyInput,
  { teacher_id }: Owner,
): Promise<MadeApiKey> {
  if ((await countApiKeys(database, teacher_id)) >= apiKeyLimits.keys)
    throw new Problem('conflict', `You have ${apiKeyLimits.keys} API keys. Revoke one that you no longer use.`)
  const { key, prefix, hash } = makeKey()
  const now = new Date()
  const row = { id: randomUUID(), teacher_id, name, prefix, hash, scopes: [...new Set(scopes)], created_at: now }
  return { ...toApiKey(await insertApiKey(database, { ...row, expires_at: expiryOf(days, now) })), key }
}

export async function revokeApiKey(database: Database, id: string, { teacher_id }: Owner): Promise<z.infer<typeof Deleted>> {
  if (!isId(id) || !(await deleteApiKey(database, teacher_id, id)))
    throw new Problem('not_found', 'There is no such API key. It may have been revoked.')
  return { id, deleted: true }
}
