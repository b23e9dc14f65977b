import { z } from 'zod'
import { hashSecret, newSecret } from '../../../security/secrets.ts'
import { type LtiDependencies, ltiPaths } from '../dependencies.ts'
import { LtiRefusalError } from '../refusal.ts'
import { insertLogin, selectPlatformsOf } from '../store.ts'

const loginMs = 10 * 60 * 1_000

const Initiation = z.object({
  iss: z.string(),
  login_hint: z.string(),
  target_link_uri: z.string(),
  client_id: z.string().optional(),
  lti_message_hint: z.string().optional(),
})

/**
 * Answers a platform that starts a launch with the redirect to its authorisation endpoint, for this browser alone. Throws
 * `LtiRefusalError('platform')` for an unknown platform.
 */
export async function beginLogin({ database, publicUrl }: LtiDependencies, parameters: unknown, browser: string): Promise<string> {
  const { data } = Initiation.safeParse(parameters)
  if (!data) throw new LtiRefusalError('message')
  const known = await selectPlatformsOf(database, data.iss)
  const found = data.client_id === undefined ? known : known.filter(({ client_id }) => client_id === data.client_id)
  const [platform] = found
  // Without a client id, an issuer registered several times is ambiguous.
  if (!platform || found.length > 1) throw new LtiRefusalError('platform')
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
