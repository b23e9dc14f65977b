import type PgBoss from 'pg-boss'

/** Jobs that failed for good. Nobody works on them; they are kept for the operator. */
export const deadLetters = 'dead-letters'

/** Without a sign of life for so long, a job is taken from its worker. Every worker renews its jobs far more often. */
const expireInSeconds = 60

type QueueOptions = Pick<PgBoss.Queue, 'policy' | 'retryLimit' | 'retryDelay' | 'retryBackoff' | 'expireInSeconds' | 'deadLetter'>

const usual = { policy: 'standard', retryBackoff: true, expireInSeconds, deadLetter: deadLetters } as const

/**
 * All queues beside that of the documents. Rests double from `retryDelay` seconds on. `short` holds one waiting job for a key at most, `stately` also
 * one running job.
 */
export const backgroundQueues = {
  /** One email each. Thirteen retries last three to six days: a mail server that is away for a weekend loses none. */
  emails: { ...usual, retryLimit: 13, retryDelay: 30 },
  /** One delivery of a teacher's each, so that teachers take turns. The rests between attempts are the webhook's own, as documented. */
  webhooks: { ...usual, policy: 'short', retryLimit: 5, retryDelay: 5 },
  /** One file of a submission at a learning platform each. */
  'lti-assets': { ...usual, retryLimit: 5, retryDelay: 5 },
  /** One archive each. */
  exports: { ...usual, retryLimit: 3, retryDelay: 2 },
  /** One account each. It must end some day, whatever happens. */
  erasures: { ...usual, retryLimit: 20, retryDelay: 1 },
  /** One request for a new password each. */
  'password-resets': { ...usual, retryLimit: 5, retryDelay: 2 },
  /** One request for an account each. */
  registrations: { ...usual, retryLimit: 5, retryDelay: 2 },
  /** One run of a scheduled job each, keyed by its name. */
  'scheduled-jobs': { ...usual, policy: 'stately', retryLimit: 3, retryDelay: 30 },
} as const satisfies Record<string, QueueOptions>

export type BackgroundQueue = keyof typeof backgroundQueues
