import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

const claim = (name: string) => `https://purl.imsglobal.org/spec/lti/claim/${name}`
const membership = 'http://purl.imsglobal.org/vocab/lis/v2/membership#'

interface TokenOptions {
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
  /** Signs with a key that the platform never published. */
  foreign?: boolean
}

/** A file that a student submitted. */
export interface TestAsset {
  content: Buffer | string
  type: string
  filename?: string
  /** Overrides its checksum. */
  sum?: string
}

/**
 * A learning platform in this process. Over HTTP: its keys (`/keys`), a course that launches the product
 * (`/course?product=ORIGIN`, with `&frame` in a frame), the end of a launch (`/auth`), registration
 * (`/openid` and `/register`), the returned choice (`/chosen`), notice subscriptions (`/handlers`), files
 * (`/assets/ID`, redirected for `/moved/ID`) and reports (`/reports`).
 */
export interface TestPlatform {
  /** As an administrator enters it. */
  description: Record<string, unknown> & { issuer: string; client_id: string; keys_url: string }
  /** The token of an instructor's launch from a course. */
  token(nonce: string, options?: TokenOptions): Promise<string>
  /** The members of the course, and how many of them a page lists. */
  people: Record<string, unknown>[]
  peoplePerPage: number
  namesUrl: string
  /** The client assertion of the last token request. */
  assertion: string
  /** Claims of every launch that begins at `/course`. */
  launchClaims: Record<string, unknown>
  /** Claims that ask for a choice of links of these types. */
  choiceClaims(types: string[]): Record<string, unknown>
  /** Its configuration, and its response to a registration besides the client id. */
  configuration: Record<string, unknown>
  registered: Record<string, unknown>
  /** Bodies of registrations, with their tokens. */
  registrations: { token: string; body: Record<string, unknown> }[]
  /** Tokens returned to `/chosen`. */
  chosen: string[]
  /** The last notice subscription. */
  handler: Record<string, unknown> | null
  assets: Map<string, TestAsset>
  /** The notice of a submission with these files; `claims` override its own. */
  notice(ids: string[], options?: TokenOptions): Promise<string>
  /** Received reports, oldest first. */
  reports: Record<string, unknown>[]
  /** Services that answer with this status, by the beginning of their path. */
  broken: Map<string, number>
  /** Scopes of the requested tokens. */
  scopes: string[]
  /** Changes the key, as platforms do now and then. */
  rotate(): Promise<void>
  close(): Promise<void>
}

export const roles = { instructor: `${membership}Instructor`, learner: `${membership}Learner` } as const

async function makeKey() {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const kid = randomUUID()
  return {
    privateKey,
    kid,
    jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } satisfies JWK,
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** A page whose form submits itself, as a platform ends a launch. The values need no HTML escaping. */
const formThatSends = (action: string, values: Record<string, string>) =>
  `<!doctype html><title>Moodle</title><form method="post" action="${action}">${Object.entries(values)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
    .join('')}</form><script>document.forms[0].submit()</script>`

export async function startTestPlatform(): Promise<TestPlatform> {
  let key = await makeKey()
  const foreignKey = await makeKey()
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    answer(request, response).catch(() => response.writeHead(500).end())
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const client_id = `penmark-${randomUUID()}`

  const pages: Record<
    string,
    (query: Record<string, string>, response: ServerResponse) => Promise<void> | void
  > = {
    // Browsers ask for it with every page.
    '/favicon.ico': (_, response) => void response.writeHead(204).end(),
    '/keys': (_, response) => void response.end(JSON.stringify({ keys: [key.jwk] })),
    '/openid': (_, response) => void response.end(JSON.stringify(platform.configuration)),
    '/course': ({ product = '', frame }, response) => {
      const query = { iss: origin, client_id, login_hint: '7', target_link_uri: `${product}/lti/launch` }
      const location = `${product}/lti/login?${new URLSearchParams(query)}`
      if (frame === undefined) response.writeHead(302, { location }).end()
      else
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(
            `<!doctype html><title>Moodle</title><iframe title="Tool" width="600" height="500" src="${location.replaceAll('&', '&amp;')}"></iframe>`,
          )
    },
    '/auth': async ({ nonce = '', state = '', redirect_uri = '' }, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(
        formThatSends(redirect_uri, {
          id_token: await platform.token(nonce, { claims: platform.launchClaims }),
          state,
        }),
      )
    },
    '/names': ({ page = '0' }, response) => {
      const end = (Number(page) + 1) * platform.peoplePerPage
      if (end < platform.people.length)
        response.setHeader('link', `<${origin}/names?page=${Number(page) + 1}>; rel="next"`)
      const members = platform.people.slice(end - platform.peoplePerPage, end)
      response.end(JSON.stringify({ id: '/names', members }))
    },
  }
  const services: Record<string, (body: string, response: ServerResponse, token: string) => void> = {
    'POST /token': (body, response) => {
      const form = new URLSearchParams(body)
      platform.assertion = form.get('client_assertion') ?? ''
      platform.scopes.push(form.get('scope') ?? '')
      response.end(JSON.stringify({ access_token: 'names-token', token_type: 'Bearer' }))
    },
    'POST /register': (body, response, token) => {
      platform.registrations.push({ token, body: JSON.parse(body) as Record<string, unknown> })
      response.writeHead(201).end(JSON.stringify({ client_id, ...platform.registered }))
    },
    'POST /chosen': (body, response) => {
      platform.chosen.push(new URLSearchParams(body).get('JWT') ?? '')
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Moodle</title><h1>Linked</h1>')
    },
    'PUT /handlers': (body, response) => {
      platform.handler = JSON.parse(body) as Record<string, unknown>
      response.end(body)
    },
    'POST /reports': (body, response) => {
      platform.reports.push(JSON.parse(body) as Record<string, unknown>)
      response.writeHead(201).end(body)
    },
  }
  const closed = ['/names', '/handlers', '/reports', '/assets/']

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', headers, url = '/' } = request
    const { pathname, searchParams } = new URL(url, origin)
    const [, broken] = [...platform.broken].find(([start]) => pathname.startsWith(start)) ?? []
    const needsToken =
      closed.some((start) => pathname.startsWith(start)) && headers.authorization !== 'Bearer names-token'
    if (broken !== undefined || needsToken) return void response.writeHead(broken ?? 401).end()
    const moved = /^\/moved\/(.+)$/.exec(pathname)
    if (moved) return void response.writeHead(302, { location: `/assets/${moved[1]}` }).end()
    const asset = platform.assets.get(/^\/assets\/(.+)$/.exec(pathname)?.[1] ?? '')
    if (asset) return void response.writeHead(200, { 'content-type': asset.type }).end(asset.content)
    const page = method === 'GET' ? pages[pathname] : undefined
    if (page) return page(Object.fromEntries(searchParams), response)
    const service = services[`${method} ${pathname}`]
    if (service)
      service(await bodyOf(request), response, (headers.authorization ?? '').replace(/^Bearer /, ''))
    else response.writeHead(404).end()
  }

  const sign = ({ header = {}, foreign = false }: TokenOptions, payload: Record<string, unknown>) => {
    const { privateKey, kid } = foreign ? { ...foreignKey, kid: key.kid } : key
    return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid, ...header }).sign(privateKey)
  }
  const describe = (id: string) => {
    const { content, type, filename, sum } = platform.assets.get(id) ?? { content: '', type: 'text/plain' }
    return {
      asset_id: id,
      url: `${origin}/moved/${id}`,
      sha256_checksum: sum ?? createHash('sha256').update(content).digest('base64'),
      size: Buffer.byteLength(content),
      content_type: type,
      timestamp: new Date().toISOString(),
      title: 'My essay',
      ...(filename ? { filename } : {}),
    }
  }
  const platform: TestPlatform = {
    people: [],
    peoplePerPage: 1,
    namesUrl: `${origin}/names`,
    assertion: '',
    launchClaims: {},
    choiceClaims: (types) => ({
      [claim('message_type')]: 'LtiDeepLinkingRequest',
      [claim('resource_link')]: undefined,
      [claim('activity')]: { id: 'assignment-5', title: 'Essay 1' },
      [claim('platformnotificationservice')]: {
        service_versions: ['1.0'],
        platform_notification_service_url: `${origin}/handlers`,
        scope: ['https://purl.imsglobal.org/spec/lti/scope/noticehandlers'],
        notice_types_supported: ['LtiHelloWorldNotice', 'LtiAssetProcessorSubmissionNotice'],
      },
      'https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings': {
        deep_link_return_url: `${origin}/chosen`,
        accept_types: types,
        accept_presentation_document_targets: ['iframe', 'window'],
        accept_multiple: false,
        data: 'opaque "data" & more',
      },
    }),
    configuration: {
      issuer: origin,
      authorization_endpoint: `${origin}/auth`,
      token_endpoint: `${origin}/token`,
      jwks_uri: `${origin}/keys`,
      registration_endpoint: `${origin}/register`,
      id_token_signing_alg_values_supported: ['RS256'],
      'https://purl.imsglobal.org/spec/lti-platform-configuration': {
        product_family_code: 'moodle',
        version: '4.5',
        messages_supported: [],
      },
    },
    registered: { 'https://purl.imsglobal.org/spec/lti-tool-configuration': { deployment_id: '1' } },
    registrations: [],
    chosen: [],
    handler: null,
    assets: new Map(),
    reports: [],
    broken: new Map(),
    scopes: [],
    notice(ids, { claims = {}, ...options } = {}) {
      const now = Math.floor(Date.now() / 1_000)
      return sign(options, {
        iss: origin,
        aud: client_id,
        iat: now,
        exp: now + 3_600,
        nonce: randomUUID(),
        [claim('version')]: '1.3.0',
        [claim('deployment_id')]: '1',
        [claim('notice')]: {
          id: randomUUID(),
          timestamp: new Date().toISOString(),
          type: 'LtiAssetProcessorSubmissionNotice',
        },
        [claim('context')]: { id: 'course-12', title: 'Year 10 English' },
        [claim('activity')]: { id: 'assignment-5', title: 'Essay 1' },
        [claim('submission')]: { id: randomUUID() },
        [claim('for_user')]: { user_id: 'u1' },
        [claim('assetservice')]: {
          scope: ['https://purl.imsglobal.org/spec/lti/scope/asset.readonly'],
          assets: ids.map(describe),
        },
        [claim('assetreport')]: {
          scope: ['https://purl.imsglobal.org/spec/lti/scope/report'],
          report_url: `${origin}/reports`,
        },
        ...claims,
      })
    },
    description: {
      name: 'Moodle of the school',
      issuer: origin,
      client_id,
      auth_url: `${origin}/auth`,
      token_url: `${origin}/token`,
      keys_url: `${origin}/keys`,
      deployment_ids: ['1'],
    },
    token(nonce, { claims = {}, ...options } = {}) {
      const now = Math.floor(Date.now() / 1_000)
      const payload = {
        iss: origin,
        aud: client_id,
        sub: 'moodle-user-7',
        iat: now,
        exp: now + 300,
        nonce,
        name: 'Ana Sol',
        email: 'ana@school.example',
        [claim('version')]: '1.3.0',
        [claim('message_type')]: 'LtiResourceLinkRequest',
        [claim('deployment_id')]: '1',
        [claim('target_link_uri')]: 'http://localhost/lti/launch',
        [claim('roles')]: [roles.instructor],
        [claim('context')]: { id: 'course-12', title: 'Year 10 English' },
        [claim('resource_link')]: { id: 'link-3' },
        'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice': {
          context_memberships_url: `${origin}/names`,
          service_versions: ['2.0'],
        },
        ...claims,
      }
      return sign(options, payload)
    },
    async rotate() {
      key = await makeKey()
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => void server.close(() => resolve()))
    },
  }
  return platform
}
