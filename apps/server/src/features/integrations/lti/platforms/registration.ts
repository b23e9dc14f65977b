import { randomUUID } from 'node:crypto'
import { brand, type LtiRegistrationFault, oneLine } from '@penmark/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { html } from '../../../../lib/html.ts'
import { hashSecret } from '../../../../lib/secrets.ts'
import { recordAction } from '../../../../services/audit/audit.ts'
import { readLmsAccess } from '../../../accounts/index.ts'
import { scopes } from '../protocol/claims.ts'
import { hidden, sendPage, textsFor } from '../protocol/page.ts'
import { type LtiDependencies, ltiPaths } from '../records/dependencies.ts'
import { insertPlatform, selectOptionalInviter, takeInvitation } from '../records/store.ts'

/** The message that the standard requires when the page is done; the platform then closes it. */
const closeMessage =
  "(window.opener || window.parent).postMessage({ subject: 'org.imsglobal.lti.close' }, '*')"

/** The origin of the framing platform, according to its parameters. */
function framedBy(sent: unknown): string[] {
  const { openid_configuration: address } = Object(sent) as { openid_configuration?: unknown }
  return typeof address === 'string' && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
    ? [new URL(address).origin]
    : []
}

/** LTI Dynamic Registration: a platform sends its administrator here, who confirms with one button. */
export function addRegistrationPages(scope: FastifyInstance, dependencies: LtiDependencies): void {
  const withFaultPage = async (
    request: FastifyRequest,
    reply: FastifyReply,
    sent: unknown,
    show: () => Promise<FastifyReply>,
  ) => {
    try {
      return await show()
    } catch (error) {
      if (!(error instanceof RegistrationError)) throw error
      dependencies.logger.warn(
        { reason: error.fault, cause: error.cause instanceof Error ? error.cause.name : undefined },
        'A registration failed',
      )
      const t = textsFor(request)
      const content = html`<p>${t(`fault.${error.fault}`)}</p><p class="soft">${t('fault.safe')}</p>`
      return sendPage(request, reply, {
        title: t('fault.title'),
        status: 400,
        content,
        framedBy: framedBy(sent),
      })
    }
  }

  scope.get(ltiPaths.register, (request, reply) =>
    withFaultPage(request, reply, request.query, async () => {
      const { invitation, openid_configuration, registration_token } = await readRequest(
        dependencies,
        request.query,
      )
      const t = textsFor(request)
      const { host } = new URL(openid_configuration)
      const content = html`<p>${t('connect.text', { host })}</p><p class="soft">${t('connect.note')}</p>
<form method="post" action="${ltiPaths.register}">${hidden({ invitation, openid_configuration, ...(registration_token === undefined ? {} : { registration_token }) })}
<button class="action" type="submit">${t('connect.action')}</button></form>`
      return sendPage(request, reply, {
        title: t('connect.title'),
        content,
        framedBy: framedBy(request.query),
      })
    }),
  )
  scope.post(ltiPaths.register, (request, reply) =>
    withFaultPage(request, reply, request.body, async () => {
      await registerPlatform(dependencies, request.body)
      const t = textsFor(request)
      const content = html`<p>${t('connected.text')}</p>`
      return sendPage(request, reply, {
        title: t('connected.title'),
        content,
        script: closeMessage,
        framedBy: framedBy(request.body),
      })
    }),
  )
}

/** Our client metadata for LTI Dynamic Registration 1.0, section 3.4. We do not ask for grades. */
function toolConfiguration(publicUrl: string): object {
  const launch = `${publicUrl}${ltiPaths.launch}`
  return {
    application_type: 'web',
    response_types: ['id_token'],
    grant_types: ['implicit', 'client_credentials'],
    initiate_login_uri: `${publicUrl}${ltiPaths.login}`,
    redirect_uris: [launch],
    jwks_uri: `${publicUrl}${ltiPaths.keys}`,
    client_name: brand.name,
    client_uri: publicUrl,
    logo_uri: `${publicUrl}/icon.svg`,
    token_endpoint_auth_method: 'private_key_jwt',
    scope: Object.values(scopes).join(' '),
    'https://purl.imsglobal.org/spec/lti-tool-configuration': {
      domain: new URL(publicUrl).host,
      target_link_uri: launch,
      claims: ['iss', 'sub', 'name'],
      messages: [
        { type: 'LtiResourceLinkRequest', target_link_uri: launch, label: brand.name },
        { type: 'LtiDeepLinkingRequest', target_link_uri: launch, label: brand.name },
        // Canvas's placement for attaching us to an assignment.
        {
          type: 'LtiDeepLinkingRequest',
          target_link_uri: launch,
          label: brand.name,
          placements: ['ActivityAssetProcessor'],
        },
        { type: 'LtiAssetProcessorSettingsRequest', target_link_uri: launch, label: brand.name },
        { type: 'LtiReportReviewRequest', target_link_uri: launch, label: brand.name },
      ],
      // Without it Canvas shares no names.
      'https://canvas.instructure.com/lti/privacy_level': 'public',
    },
  }
}

/** A failed registration of a platform, with the reason shown to its administrator. */
class RegistrationError extends Error {
  override readonly name = 'RegistrationError'
  readonly fault: LtiRegistrationFault

  constructor(fault: LtiRegistrationFault, options?: ErrorOptions) {
    super(`A platform could not register itself: ${fault}`, options)
    this.fault = fault
  }
}

/** What a platform adds to the address when it sends its administrator's browser. */
const RegistrationRequest = z.object({
  invitation: z.string().max(200),
  openid_configuration: z.url({ protocol: /^https?$/ }).max(2_000),
  registration_token: z.string().max(10_000).optional(),
})
type RegistrationRequest = z.infer<typeof RegistrationRequest>

const address = z.url({ protocol: /^https?$/ }).max(2_000)
const Configuration = z.object({
  issuer: z.url().max(500),
  authorization_endpoint: address,
  token_endpoint: address,
  jwks_uri: address,
  registration_endpoint: address,
  id_token_signing_alg_values_supported: z.array(z.string()).optional(),
  'https://purl.imsglobal.org/spec/lti-platform-configuration': z
    .looseObject({ product_family_code: z.string().max(60).optional() })
    .optional(),
})
type Configuration = z.infer<typeof Configuration>

const Registered = z.object({
  client_id: z.string().min(1).max(500),
  'https://purl.imsglobal.org/spec/lti-tool-configuration': z
    .looseObject({ deployment_id: z.string().min(1).max(500).optional() })
    .optional(),
})

const limits = { timeoutMs: 15_000, maximumBytes: 256 * 1_024 } as const

/** The request, if its invitation is valid and its platform may be called. */
async function readRequest(
  { database, egress }: LtiDependencies,
  sent: unknown,
): Promise<RegistrationRequest> {
  const { data } = RegistrationRequest.safeParse(sent)
  const inviter = data ? await selectOptionalInviter(database, hashSecret(data.invitation), new Date()) : null
  if (!data || inviter === null) throw new RegistrationError('invitation')
  if ((await readLmsAccess(database, inviter, new Date())) !== 'full') throw new RegistrationError('plan')
  if (!egress.allows(data.openid_configuration)) throw new RegistrationError('address')
  return data
}

async function callPlatform(
  { egress }: LtiDependencies,
  request: { url: string; body?: string },
  token: string | undefined,
): Promise<unknown> {
  const headers = {
    accept: 'application/json',
    ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
  const { status, body } = await egress.send({
    method: request.body === undefined ? 'GET' : 'POST',
    headers,
    ...request,
    ...limits,
  })
  if (status < 200 || status > 299) throw new Error(`It answered ${status}.`)
  return JSON.parse(body.toString('utf8'))
}

/**
 * The platform's own configuration. Its issuer must be on the same origin, so that no platform can
 * impersonate another.
 */
async function readConfiguration(
  dependencies: LtiDependencies,
  { openid_configuration, registration_token }: RegistrationRequest,
): Promise<Configuration> {
  const configuration = await callPlatform(
    dependencies,
    { url: openid_configuration },
    registration_token,
  ).catch((cause: unknown) => {
    throw new RegistrationError('configuration', { cause })
  })
  const { data } = Configuration.safeParse(configuration)
  const isOwnIssuer = data && new URL(data.issuer).host === new URL(openid_configuration).host
  if (!data || !isOwnIssuer) throw new RegistrationError('configuration')
  const { id_token_signing_alg_values_supported: algorithms = ['RS256'] } = data
  if (!algorithms.includes('RS256')) throw new RegistrationError('configuration')
  const urls = [data.authorization_endpoint, data.token_endpoint, data.jwks_uri, data.registration_endpoint]
  if (!urls.every(dependencies.egress.allows)) throw new RegistrationError('address')
  return data
}

/** `Moodle (lms.school.example)`. */
function nameOf({
  issuer,
  'https://purl.imsglobal.org/spec/lti-platform-configuration': about,
}: Configuration): string {
  const { host } = new URL(issuer)
  const family = oneLine(about?.product_family_code ?? '')
  return (family ? `${family.charAt(0).toUpperCase()}${family.slice(1)} (${host})` : host).slice(0, 120)
}

/**
 * Registers us at a platform and the platform here, in the name of the administrator who made the invitation.
 * A platform that names no deployment waits until an administrator adds one. Throws `RegistrationError`; the
 * invitation then stays valid.
 */
async function registerPlatform(dependencies: LtiDependencies, sent: unknown): Promise<void> {
  const request = await readRequest(dependencies, sent)
  const configuration = await readConfiguration(dependencies, request)
  const body = JSON.stringify(toolConfiguration(dependencies.publicUrl))
  const answer = await callPlatform(
    dependencies,
    { url: configuration.registration_endpoint, body },
    request.registration_token,
  )
    .then((registered) => Registered.parse(registered))
    .catch((cause: unknown) => {
      throw new RegistrationError('registration', { cause })
    })
  const deployment = answer['https://purl.imsglobal.org/spec/lti-tool-configuration']?.deployment_id
  await dependencies.database.transaction(async (connection) => {
    const teacher_id = await takeInvitation(connection, hashSecret(request.invitation), new Date())
    if (teacher_id === null) throw new RegistrationError('invitation')
    const row = await insertPlatform(connection, {
      id: randomUUID(),
      name: nameOf(configuration),
      issuer: configuration.issuer,
      client_id: answer.client_id,
      auth_url: configuration.authorization_endpoint,
      token_url: configuration.token_endpoint,
      keys_url: configuration.jwks_uri,
      deployment_ids: deployment === undefined ? [] : [deployment],
      created_at: new Date(),
    })
    if (!row) throw new RegistrationError('known')
    await recordAction(
      connection,
      { teacher_id },
      { action: 'platform.add', target_id: row.id, details: { registered: true } },
    )
  })
}
