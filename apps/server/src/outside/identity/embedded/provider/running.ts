import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import type { Provider } from 'oidc-provider'
import type { Database } from '../../../../database/database.ts'
import { readKeys, type SigningKey } from './keys.ts'
import { createProvider, type ProviderSettings } from './provider.ts'

/** Tokens with made-up key ids must not make us read the keys again and again. */
const askAgainAfterMs = 10_000

export interface RunningProvider {
  provider(): Provider
  /** Finds the public key of a token, even one that another process has since begun to sign with. */
  keys: JWTVerifyGetKey
  /** Creates the next key when due, and loads what changed. */
  renew(now?: Date): Promise<void>
}

const publicPart = ({ kty, n = '', e = '', kid, alg, use }: SigningKey) => ({ kty, n, e, kid, alg, use })

/** Runs the provider with the present keys. When they change, a new provider takes over: it holds no state itself. */
export async function runProvider(database: Database, settings: Omit<ProviderSettings, 'signingKeys'>): Promise<RunningProvider> {
  const start = async (signingKeys: SigningKey[]) => ({
    kids: signingKeys.map(({ kid }) => kid).join(' '),
    provider: await createProvider(database, { ...settings, signingKeys }),
    find: createLocalJWKSet({ keys: signingKeys.map(publicPart) }),
  })
  let current = await start(await readKeys(database, new Date()))
  let askedAt = 0

  const renew = async (now = new Date()) => {
    const keys = await readKeys(database, now)
    if (keys.map(({ kid }) => kid).join(' ') !== current.kids) current = await start(keys)
  }

  return {
    provider: () => current.provider,
    renew,
    keys: async (header, token) => {
      try {
        return await current.find(header, token)
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey) || Date.now() - askedAt < askAgainAfterMs) throw error
        askedAt = Date.now()
        await renew()
        return current.find(header, token)
      }
    },
  }
}
