import type { Logger } from 'pino'
import type { Database } from '../../../../services/database/database.ts'
import type { Egress } from '../../../../services/egress/egress.ts'

export interface LtiDependencies {
  database: Database
  egress: Egress
  /** The product's public URL, without a trailing slash. */
  publicUrl: string
  logger: Logger
}

export const ltiPaths = {
  login: '/lti/login',
  launch: '/lti/launch',
  keys: '/lti/keys',
  refused: '/lti/refused',
  register: '/lti/register',
  answer: '/lti/answer',
  notices: '/lti/notices',
  /** Where a student's frame opens the writing room in a window of its own. */
  write: '/lti/write',
} as const
