import type { Logger } from 'pino'
import type { Database } from '../../database/database.ts'
import type { Payment } from '../../outside/payment/payment.ts'
import type { Queue } from '../../outside/queue/queue.ts'
import type { Terms } from './rules.ts'

/** What the actions on subscriptions need. */
export interface SubscriptionsDependencies {
  database: Database
  /** Null where this installation sells nothing. */
  payment: Payment | null
  graceDays: number
  /** Whether plans differ; if false, every account has what the Schools plan includes. */
  planLimits: boolean
  queue: Pick<Queue, 'reprioritise'>
  /** The product's public URL. */
  publicUrl: string
  logger: Logger
}

/** The same where something is sold. */
export interface SellingDependencies extends SubscriptionsDependencies {
  payment: Payment
}

export const termsOf = ({ payment, graceDays }: SellingDependencies): Terms => ({ provider: payment.provider, graceDays })
