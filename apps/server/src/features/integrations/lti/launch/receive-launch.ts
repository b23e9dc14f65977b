import { z } from 'zod'
import { minuteMs } from '../../../../lib/durations.ts'
import { hashSecret, newSecret } from '../../../../lib/secrets.ts'
import type { Database } from '../../../../services/database/database.ts'
import { LtiRefusalError, type PlatformKeys } from '../platforms/verify-token.ts'
import { type LtiDependencies, ltiPaths } from '../records/dependencies.ts'
import {
  deleteExpired,
  insertLaunch,
  insertLogin,
  type PlatformRow,
  selectOptionalPlatform,
  selectPlatformsByIssuer,
  takeLogin,
  updatePlatform,
} from '../records/store.ts'
import { type Launch, verifyLaunch } from './verify-launch.ts'

const loginMs = 10 * minuteMs

const Initiation = z.object({
  iss: z.string(),
  login_hint: z.string(),
  target_link_uri: z.string(),
  client_id: z.string().optional(),
  lti_message_hint: z.string().optional(),
})

/**
 * Answers a platform that starts a launch with the redirect to its authorisation endpoint, for this browser
 * alone. Throws `LtiRefusalError('platform')` for an unknown platform.
 */
export async function beginLogin(
  { database, publicUrl }: LtiDependencies,
  parameters: unknown,
  browser: string,
): Promise<string> {
  const { data } = Initiation.safeParse(parameters)
  if (!data) throw new LtiRefusalError('message')
  const known = await selectPlatformsByIssuer(database, data.iss)
  const matching =
    data.client_id === undefined ? known : known.filter(({ client_id }) => client_id === data.client_id)
  const [platform] = matching
  // Without a client id, an issuer registered several times is ambiguous.
  if (!platform || matching.length > 1) throw new LtiRefusalError('platform')
  const [state, nonce] = [newSecret(), newSecret()]
  const expires_at = new Date(Date.now() + loginMs)
  await insertLogin(database, {
    state_hash: hashSecret(state),
    platform_id: platform.id,
    nonce,
    browser_hash: hashSecret(browser),
    expires_at,
  })
  const address = new URL(platform.auth_url)
  const query = {
    scope: 'openid',
    response_type: 'id_token',
    response_mode: 'form_post',
    prompt: 'none',
    client_id: platform.client_id,
    redirect_uri: `${publicUrl}${ltiPaths.launch}`,
    state,
    nonce,
    login_hint: data.login_hint,
    ...(data.lti_message_hint === undefined ? {} : { lti_message_hint: data.lti_message_hint }),
  }
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  return address.href
}

/** Enough time to sign in or register. */
const ticketMs = 30 * minuteMs

const LaunchForm = z.object({ id_token: z.string(), state: z.string() })

/** Records a refused deployment, so that an administrator need not look up its id. */
async function verifyOrRecordRefusal(
  database: Database,
  token: string,
  platform: PlatformRow,
  keysOf: PlatformKeys,
): Promise<Launch> {
  try {
    return await verifyLaunch(token, platform, keysOf)
  } catch (error) {
    const asked_deployment_id = error instanceof LtiRefusalError ? error.deploymentId : undefined
    if (asked_deployment_id) await updatePlatform(database, platform.id, { asked_deployment_id })
    throw error
  }
}

interface LaunchContext {
  browser: string | null
  /** Whether the platform shows us in a frame. */
  framed: boolean
}

interface ReceivedLaunch {
  ticket: string
  /** Set for a student, who continues without an account; with the platform that may frame us. */
  student: { platform: PlatformRow } | null
}

/**
 * Checks what a platform sends at the end of a launch and returns a ticket, which a teacher follows after
 * signing in and a student at once. The state opens one launch, in the browser that started it. Throws
 * `LtiRefusalError`.
 */
export async function receiveLaunch(
  { database, egress }: LtiDependencies,
  keysOf: PlatformKeys,
  sent: unknown,
  { browser, framed }: LaunchContext,
): Promise<ReceivedLaunch> {
  const { data } = LaunchForm.safeParse(sent)
  if (!data) throw new LtiRefusalError('message')
  const now = new Date()
  const login = await takeLogin(database, hashSecret(data.state), now)
  if (login === null || browser === null || login.browser_hash !== hashSecret(browser))
    throw new LtiRefusalError('state')
  const platform = await selectOptionalPlatform(database, login.platform_id)
  if (!platform) throw new LtiRefusalError('platform')
  const launch = await verifyOrRecordRefusal(database, data.id_token, platform, keysOf)
  if (launch.nonce !== login.nonce) throw new LtiRefusalError('nonce')
  const { subject, name, context, namesUrl, noticesUrl, deploymentId, request } = launch
  if (request.kind === 'choice' && !egress.allows(request.returnUrl)) throw new LtiRefusalError('message')
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
    asked: request,
    framed,
    expires_at: new Date(now.getTime() + ticketMs),
  })
  return { ticket, student: request.kind === 'task' && request.student !== null ? { platform } : null }
}

/** Deletes launches that were started and never finished. */
export function sweepLaunches(database: Database, now: Date): Promise<void> {
  return deleteExpired(database, now)
}
