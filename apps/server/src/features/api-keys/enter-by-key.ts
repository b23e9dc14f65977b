import { type ApiScope, Problem } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import type { Caller } from '../../http/caller.ts'
import { hashSecret } from '../../security/secrets.ts'
import { readAccount } from '../teachers/account.ts'
import type { CountVisit } from '../visitors/count-visits.ts'
import { isExpired, isUseOld } from './rules.ts'
import { selectOptionalApiKeyByHash, updateLastUse } from './store.ts'

export interface EnterByKeyDependencies {
  database: Database
  countVisit: CountVisit
}

/** Limits how often one key may call. The answer is 503 as everywhere: 429 only ever means that the allowance is spent. */
async function countCall({ countVisit }: EnterByKeyDependencies, id: string): Promise<void> {
  try {
    await countVisit('apiKey', id)
  } catch (cause) {
    if (!(cause instanceof Problem) || cause.code !== 'busy') throw cause
    const { retryAfterSeconds = 60 } = cause
    throw new Problem('busy', `This API key calls too often. Wait ${retryAfterSeconds} seconds.`, { cause, retryAfterSeconds })
  }
}

/**
 * Finds the teacher of an API key. A key opens only calls that name a scope, and only the scopes it was made for. Throws `not_signed_in`
 * for a key that is unknown, revoked or expired, `not_allowed` beyond its scopes, `busy` above its rate.
 */
export async function enterByKey(dependencies: EnterByKeyDependencies, key: string, scope: ApiScope | undefined): Promise<Caller> {
  const now = new Date()
  const row = await selectOptionalApiKeyByHash(dependencies.database, hashSecret(key))
  if (row === null || isExpired(row, now))
    throw new Problem('not_signed_in', 'This API key does not work. It may have been revoked or have expired.')
  await countCall(dependencies, row.id)
  if (scope === undefined) throw new Problem('not_allowed', 'API keys cannot make this call. Sign in to make it.')
  if (!row.scopes.includes(scope)) throw new Problem('not_allowed', `This API key does not have the scope "${scope}".`)
  const person = await readAccount(dependencies.database, row.teacher_id)
  if (isUseOld(row, now)) await updateLastUse(dependencies.database, row.id, now)
  return { teacher_id: row.teacher_id, is_administrator: false, person }
}
