import type { Database } from '../../database/database.ts'
import type { Recaptcha } from '../../outside/recaptcha/recaptcha.ts'
import { type CountVisit, secretOf } from '../visitors/count-visits.ts'
import { createSeal, type Seal } from './seal.ts'

export interface HumanCheckDependencies {
  database: Database
  countVisit: CountVisit
  /** Null uses ALTCHA, a proof of work. */
  recaptcha: Recaptcha | null
  seal: Seal
  secret: () => Promise<string>
}

export function createHumanCheckDependencies(
  database: Database,
  countVisit: CountVisit,
  recaptcha: Recaptcha | null,
): HumanCheckDependencies {
  const secret = secretOf(database, 'human-check')
  return { database, countVisit, recaptcha, secret, seal: createSeal(secret) }
}
