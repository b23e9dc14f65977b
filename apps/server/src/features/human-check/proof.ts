import { randomUUID } from 'node:crypto'
import { type HumanCheckResult, Problem } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import type { HumanCheckDependencies } from './dependencies.ts'
import { checkTimes } from './rules.ts'
import { deleteExpired, insertSpent } from './store.ts'

export const failed: HumanCheckResult = { success: false, proof: null }

/** The response to a passed check, with a proof that allows one call. */
export async function passed({ seal }: Pick<HumanCheckDependencies, 'seal'>): Promise<HumanCheckResult> {
  return { success: true, proof: await seal.close('proof', `proof:${randomUUID()}`, checkTimes.proof) }
}

/** Uses up a proof. Throws `not_allowed` when it is not ours, expired, or already used. */
export async function spendProof({ database, seal }: Pick<HumanCheckDependencies, 'database' | 'seal'>, proof: string): Promise<void> {
  const opened = await seal.open('proof', proof)
  if (opened === null || !(await insertSpent(database, opened.id, opened.expiresAt))) {
    throw new Problem('not_allowed', 'Please complete the verification again. Each one is valid for one text, for five minutes.')
  }
}

/** Deletes used proofs that have expired anyway. */
export function sweepHumanChecks(database: Database, now = new Date()): Promise<void> {
  // A minute late, because the clocks of several machines may differ.
  return deleteExpired(database, new Date(now.getTime() - 60_000))
}
