import type { Logger } from 'pino'
import { rotateKeys } from '../services/identity/embedded/keys.ts'
import type { Config } from './config.ts'
import { withDatabase } from './open-database.ts'

/**
 * `rotate-keys`: a new key signs from tomorrow. `rotate-keys --at-once`, for a leaked key: all present tokens
 * are refused.
 */
export async function rotateKeysCommand(config: Config, logger: Logger, options: string[]): Promise<void> {
  const wrong = options.find((option) => option !== '--at-once')
  if (wrong !== undefined)
    throw new Error(`Unknown option "${wrong}". Use "rotate-keys" or "rotate-keys --at-once".`)
  if (config.oidc.issuer !== null)
    throw new Error('Your identity provider (OIDC_ISSUER) holds the signing keys. Rotate them there.')
  const from = await withDatabase(config, logger, (database) =>
    rotateKeys(database, new Date(), { atOnce: options.includes('--at-once') }),
  )
  console.log(`The new key will be used from ${from.toISOString()}.`)
}
