import { oidc } from '@penmark/contract'
import type { FastifyRequest } from 'fastify'
import { createLocalJWKSet } from 'jose'
import type { Database } from '../../database/database.ts'
import { toPerson } from './claims.ts'
import { selectOptionalAccount } from './embedded/accounts.ts'
import { type AttemptLimits, attemptLimits, createAttempts, sweepAttempts } from './embedded/attempts.ts'
import { addProtocol } from './embedded/endpoints.ts'
import { createHostGuard } from './embedded/host.ts'
import { addInteractions } from './embedded/interactions.ts'
import { addAssets } from './embedded/pages/assets.ts'
import { claimsOf, createProvider, userProfilePath } from './embedded/provider.ts'
import { readSecrets } from './embedded/secrets.ts'
import { sweepRecords } from './embedded/storage.ts'
import type { Identity } from './identity.ts'
import { createVerifier } from './verifier.ts'

export interface EmbeddedIdentityOptions {
  database: Database
  /** Where browsers reach the product, for example `https://penmark.school.example`. Only its origin counts. */
  publicUrl: string
  /** Told of what breaks inside the provider; the person sees a page with words. */
  onError: (error: unknown) => void
  accessTokenSeconds?: number
  limits?: AttemptLimits
}

const sweepEveryMs = 10 * 60 * 1_000

const bearer = (request: FastifyRequest) => /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''

/** The identity provider inside this process: accounts, pages and protocol on the product's own database. */
export async function createEmbeddedIdentity(options: EmbeddedIdentityOptions): Promise<Identity> {
  const { database, onError, accessTokenSeconds = 600, limits = attemptLimits } = options
  const issuer = new URL(options.publicUrl).origin
  const provider = await createProvider(database, { issuer, accessTokenSeconds, onServerError: onError })
  const attempts = createAttempts(database, limits)

  const { signingKey } = await readSecrets(database)
  const { kty, n = '', e = '', kid, alg, use } = signingKey
  const keys = createLocalJWKSet({ keys: [{ kty, n, e, kid, alg, use }] })
  const readClaims = createVerifier({ issuer, audience: oidc.audience, keys, algorithms: ['RS256'] })

  const sweep = () => {
    const now = new Date()
    Promise.all([sweepRecords(database, now), sweepAttempts(database, now)]).catch(onError)
  }
  sweep()
  const timer = setInterval(sweep, sweepEveryMs).unref()

  return {
    kind: 'embedded',
    settings: { authority: issuer, clientId: oidc.clientId, audience: oidc.audience, scope: oidc.scope },
    verify: async (accessToken) => toPerson(await readClaims(accessToken)),
    register: async (app) => {
      await app.register(async (scope) => {
        scope.addHook('onRequest', createHostGuard(issuer))
        scope.get(userProfilePath, async (request, reply) => {
          const { sub } = await readClaims(bearer(request))
          const account = sub === undefined ? null : await selectOptionalAccount(database, sub)
          if (!account) return reply.code(404).send({ code: 'not_found', detail: 'This account does not exist any more.' })
          return reply.header('cache-control', 'no-store').send(claimsOf(account))
        })
        await addProtocol(scope, provider)
        await addInteractions(scope, { provider, database, attempts, onError })
      })
      addAssets(app)
    },
    close: async () => {
      clearInterval(timer)
    },
  }
}
