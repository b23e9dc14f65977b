import { oidc } from '@penmark/contract'
import type { FastifyRequest } from 'fastify'
import { minuteMs } from '../../../lib/durations.ts'
import { runAtInterval } from '../../../lib/interval.ts'
import { problem } from '../../../locale/problems/problem.ts'
import type { Database } from '../../database/database.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { toPerson } from '../claims.ts'
import type { EndGrants, Identity } from '../identity.ts'
import { createVerifier } from '../verifier.ts'
import { createAccountControl, describeAccount, eraseAccount } from './account-control.ts'
import { addAccountPages } from './account-pages.ts'
import { isAccountId, selectOptionalAccount } from './accounts.ts'
import { type AttemptLimits, attemptLimits, createAttempts, sweepAttempts } from './attempts.ts'
import { createAwaitedCodes } from './awaited-codes.ts'
import { type Broker, createBrokerage } from './brokers.ts'
import { createSeal } from './codes.ts'
import { createEmails } from './emails.ts'
import { endAccountAccess } from './end-account-access.ts'
import { watchEndedGrants } from './ended-grants.ts'
import { addProtocol, createHostGuard } from './endpoints.ts'
import { addInteractions } from './interactions.ts'
import { readCookieKeys, readSealingKeys } from './keys.ts'
import { createKnownDevices, deviceName } from './known-device.ts'
import { addAssets } from './layout.ts'
import { addMailPages } from './mail-pages.ts'
import type { IdentityParts } from './parts.ts'
import { accountPath, userProfilePath } from './paths.ts'
import { claimsOf, grantClaim, runProvider } from './provider.ts'
import { handleRegistrationRequest, sendMissingRegistrations, sweepRegistrations } from './registrations.ts'
import { handleResetRequest, sendMissingResets } from './resets.ts'
import { endSessions, recordDevice, sweepDevices, touchDevice } from './sessions.ts'
import { sweepRecords } from './storage.ts'
import { sweepTokens } from './tokens.ts'
import { createTwoFactor, createTwoFactorControl } from './two-factor.ts'

export interface EmbeddedIdentityOptions {
  database: Database
  /**
   * Where browsers reach the product, for example `https://penmark.school.example`. Only its origin is used.
   */
  publicUrl: string
  mailer: Pick<Mailer, 'send' | 'kind'>
  /** Ends what the product has granted under an account, when its owner takes it back. */
  endGrants: EndGrants
  /** Receives errors inside the provider; the person only sees an error page. */
  onError: (error: unknown) => void
  /** Shown on error pages. */
  supportEmail: string
  brokers?: Broker[]
  accessTokenSeconds?: number
  /** Whether a link in an email finishes a registration; by default wherever email is delivered. */
  confirmsRegistrations?: boolean
  limits?: AttemptLimits
  /**
   * The operator's keys (32 bytes each) that encrypt two-factor secrets; the first one encrypts. Without any,
   * the database keeps its own.
   */
  sealingKeys?: Buffer[]
  now?: () => Date
}

const renewEveryMs = 10 * minuteMs
/** How many registration and reset requests are handled at once. */
const requestsAtOnce = 2

const bearerToken = (request: FastifyRequest) =>
  /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''

/** The identity provider inside this process: accounts, pages and protocol on the product's own database. */
export async function createEmbeddedIdentity(options: EmbeddedIdentityOptions): Promise<Identity> {
  const {
    database,
    mailer,
    supportEmail,
    onError,
    brokers = [],
    accessTokenSeconds = 600,
    limits = attemptLimits,
    now: clock = () => new Date(),
  } = options
  const issuer = new URL(options.publicUrl).origin
  const [cookieKey = ''] = await readCookieKeys(database)
  const attempts = createAttempts(database, limits)
  const emails = createEmails(issuer)
  const seal = createSeal([...(options.sealingKeys ?? []), ...(await readSealingKeys(database))])

  const pendingWork = new Set<Promise<unknown>>()
  /** Runs work that only shutdown waits for. */
  const inBackground = (work: Promise<unknown>) => {
    const done = work.catch(onError).finally(() => pendingWork.delete(done))
    pendingWork.add(done)
  }

  const running = await runProvider(database, {
    issuer,
    supportEmail,
    accessTokenSeconds,
    onServerError: onError,
    onSignedIn: ({ sessionUid, accountId, userAgent }) =>
      inBackground(recordDevice(database, sessionUid, accountId, deviceName(userAgent), new Date())),
    onSignedOutEverywhere: (accountId) =>
      inBackground(
        database.transaction((connection) => endSessions(connection, accountId, { except: null })),
      ),
    onSessionUsed: (sessionUid) => inBackground(touchDevice(database, sessionUid, new Date())),
  })
  const verifyToken = createVerifier({
    issuer,
    audience: oidc.audience,
    keys: running.keys,
    algorithms: ['RS256'],
  })
  const endedGrants = await watchEndedGrants(database, { accessTokenSeconds, onError })
  const readClaims: typeof verifyToken = async (token) => {
    const claims = await verifyToken(token)
    const grantId = claims[grantClaim]
    if (typeof grantId === 'string' && endedGrants.has(grantId))
      throw problem('not_signed_in', 'session_ended')
    return claims
  }
  const endAccess: Identity['endAccess'] = async (connection, subject, end) => {
    if (isAccountId(subject)) await endAccountAccess(connection, subject, end)
    await options.endGrants(connection, subject, end)
  }
  // Every process signs and verifies with the keys, so each checks for new ones itself.
  const stopRenewing = runAtInterval(
    { name: 'Renewing the keys', everyMs: renewEveryMs, task: () => running.renew(new Date()) },
    { error: ({ err }) => onError(err) },
  )

  const parts: IdentityParts = {
    issuer,
    supportEmail,
    provider: running.provider,
    database,
    mailer,
    emails,
    attempts,
    knownDevices: createKnownDevices(cookieKey, issuer.startsWith('https:')),
    brokerage: createBrokerage(database, issuer, brokers),
    twoFactor: createTwoFactor({ database, mailer, emails, seal, now: clock }),
    awaitedCodes: createAwaitedCodes(database),
    now: clock,
    endAccess,
    confirmsRegistrations: options.confirmsRegistrations ?? mailer.kind === 'smtp',
    onError,
  }

  return {
    kind: 'embedded',
    settings: {
      authority: issuer,
      clientId: oidc.clientId,
      audience: oidc.audience,
      scope: oidc.scope,
      accountUrl: `${issuer}${accountPath}`,
    },
    twoFactorControl: createTwoFactorControl({ mailer, emails }),
    accounts: createAccountControl({ mailer, emails, now: clock }),
    background: {
      workers: {
        'password-resets': {
          atOnce: requestsAtOnce,
          run: ({ id }) => handleResetRequest({ database, mailer, emails, attempts }, Number(id), new Date()),
        },
        registrations: {
          atOnce: requestsAtOnce,
          run: ({ id }) => handleRegistrationRequest({ database, mailer, emails, attempts }, Number(id)),
        },
      },
      sendMissingJobs: async () => {
        await sendMissingResets(database)
        await sendMissingRegistrations(database)
      },
      sweep: async (now) => {
        await sweepRecords(database, now)
        await sweepAttempts(database, now)
        await sweepTokens(database, now)
        await sweepRegistrations(database, now)
        await sweepDevices(database, now)
      },
    },
    verify: async (accessToken) => toPerson(await readClaims(accessToken)),
    register: async (app) => {
      await app.register(async (scope) => {
        scope.addHook('onRequest', createHostGuard(issuer))
        scope.get(userProfilePath, async (request, reply) => {
          const { sub } = await readClaims(bearerToken(request))
          const account = sub === undefined ? null : await selectOptionalAccount(database, sub)
          if (!account)
            return reply
              .code(404)
              .send({ code: 'not_found', detail: 'This account does not exist any more.' })
          return reply.header('cache-control', 'no-store').send(claimsOf(account))
        })
        await addProtocol(scope, issuer, running.provider)
        await addInteractions(scope, parts)
        await addMailPages(scope, parts)
        await addAccountPages(scope, parts)
      })
      addAssets(app)
    },
    describeAccount: (subject) => describeAccount(database, subject),
    erase: eraseAccount,
    endAccess,
    hasOwnEmail: async (connection, subject) => {
      // Without a mail server nobody can confirm an address.
      if (mailer.kind !== 'smtp' || !isAccountId(subject)) return true
      return (await selectOptionalAccount(connection, subject))?.email_verified_at != null
    },
    close: async () => {
      await endedGrants.close()
      await stopRenewing()
      await Promise.all(pendingWork)
    },
  }
}
