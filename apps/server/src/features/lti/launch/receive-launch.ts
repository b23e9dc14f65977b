import { z } from 'zod'
import type { Database } from '../../../database/database.ts'
import { hashSecret, newSecret } from '../../../security/secrets.ts'
import type { LtiDependencies } from '../dependencies.ts'
import type { PlatformKeys } from '../platforms/platform-keys.ts'
import { LtiRefusalError } from '../refusal.ts'
import { deleteOld, insertLaunch, type PlatformRow, selectOptionalPlatform, takeLogin, updatePlatform } from '../store.ts'
import { type Launch, verifyLaunch } from '../verify.ts'

/** Enough time to sign in or register. */
const ticketMs = 30 * 60 * 1_000

const Sent = z.object({ id_token: z.string(), state: z.string() })

/** Records a refused deployment, so that an administrator need not look up its id. */
async function verifyAndRemember(database: Database, token: string, platform: PlatformRow, keysOf: PlatformKeys): Promise<Launch> {
  try {
    return await verifyLaunch(token, platform, keysOf)
  } catch (error) {
    const asked_deployment_id = error instanceof LtiRefusalError ? error.deploymentId : undefined
    if (asked_deployment_id) await updatePlatform(database, platform.id, { asked_deployment_id })
    throw error
  }
}

export interface Arrival {
  browser: string | null
  /** Whether the platform shows us in a frame. */
  framed: boolean
}

export interface Received {
  ticket: string
  /** Set for a student, who goes on without an account; with the platform's origins, which may frame us. */
  student: { platform: PlatformRow } | null
}

/**
 * Checks what a platform sends at the end of a launch and returns a ticket: a teacher follows it after sign-in, a student at once. Throws `LtiRefusalError`: the state
 * opens one launch, in the browser that started it.
 */
export async function receiveLaunch(
  { database, egress }: LtiDependencies,
  keysOf: PlatformKeys,
  sent: unknown,
  { browser, framed }: Arrival,
): Promise<Received> {
  const { data } = Sent.safeParse(sent)
  if (!data) throw new LtiRefusalError('message')
  const now = new Date()
  const login = await takeLogin(database, hashSecret(data.state), now)
  if (login === null || browser === null || login.browser_hash !== hashSecret(browser)) throw new LtiRefusalError('state')
  const platform = await selectOptionalPlatform(database, login.platform_id)
  if (!platform) throw new LtiRefusalError('platform')
  const launch = await verifyAndRemember(database, data.id_token, platform, keysOf)
  if (launch.nonce !== login.nonce) throw new LtiRefusalError('nonce')
  const { subject, name, context, namesUrl, noticesUrl, deploymentId, asked } = launch
  if (asked.kind === 'choice' && !egress.allows(asked.returnUrl)) throw new LtiRefusalError('message')
  const ticket = newSecret()
  await insertLaunch(database, {
    ticket_hash: hashSecret(ticket),
    platform_id: platform.id,
    subject,
    person_name: name,
    context_id: context?.id ?? null,
    context_title: context?.title ?? null,
    names_url: namesUrl,
    notices_url: noticesUrl,
    deployment_id: deploymentId,
    asked,
    framed,
    expires_at: new Date(now.getTime() + ticketMs),
  })
  return { ticket, student: asked.kind === 'task' && asked.student !== null ? { platform } : null }
}

/** Deletes launches that were started and never finished. */
export function sweepLaunches(database: Database, now: Date): Promise<void> {
  return deleteOld(database, now)
}
