import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
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

/**
 * A learning platform in this process. Over HTTP: its keys (`/keys`), a course that leads to the product (`/course?product=ORIGIN`), and
 * the end of a launch (`/auth`).
 */
export interface TestPlatform {
  /** As an administrator enters it. */
  description: Record<string, unknown> & { issuer: string; client_id: string; keys_url: string }
  /** What the token of an instructor's launch from a course holds. */
  token(nonce: string, options?: TokenOptions): Promise<string>
  /** The people of the course, as the platform names them, one on a page. */
  people: Record<string, unknown>[]
  namesUrl: string
  /** What the last token was asked for with. */
  assertion: string
  /** Changes the key, as platforms do now and then. */
  rotate(): Promise<void>
  close(): Promise<void>
}

export const roles = { instructor: `${membership}Instructor`, learner: `${membership}Learner` } as const

async function makeKey() {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const kid = randomUUID()
  return { privateKey, kid, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } satisfies JWK }
}

/** A page that sends a form by itself, as a platform ends a launch. The values hold no sign that HTML would read. */
const formThatSends = (action: string, values: Record<string, string>) =>
  `<!doctype html><title>Moodle</title><form method="post" action="${action}">${Object.entries(values)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
    .join('')}</form><script>document.forms[0].submit()</script>`

export async function startTestPlatform(): Promise<TestPlatform> {
  let key = await makeKey()
  const stranger = await makeKey()
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    const { pathname, searchParams } = new URL(request.url ?? '/', origin)
    const { product = '', nonce = '', state = '', redirect_uri = '' } = Object.fromEntries(searchParams)
    if (pathname === '/keys') response.end(JSON.stringify({ keys: [key.jwk] }))
    else if (pathname === '/course') {
      const asked = { iss: origin, client_id, login_hint: '7', target_link_uri: `${product}/lti/launch` }
      response.writeHead(302, { location: `${product}/lti/login?${new URLSearchParams(asked)}` }).end()
    } else if (pathname === '/auth')
      void platform.token(nonce).then((token) => {
        response.setHeader('content-type', 'text/html')
        response.end(formThatSends(redirect_uri, { id_token: token, state }))
      })
    else if (pathname === '/token') {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        platform.assertion = new URLSearchParams(Buffer.concat(chunks).toString('utf8')).get('client_assertion') ?? ''
        response.end(JSON.stringify({ access_token: 'names-token', token_type: 'Bearer' }))
      })
    } else if (pathname === '/names' && request.headers.authorization === 'Bearer names-token') {
      const at = Number(searchParams.get('page') ?? 0)
      if (at + 1 < platform.people.length) response.setHeader('link', `<${origin}/names?page=${at + 1}>; rel="next"`)
      response.end(JSON.stringify({ id: request.url, members: platform.people.slice(at, at + 1) }))
    } else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const client_id = `penmark-${randomUUID()}`
  const platform: TestPlatform = {
    people: [],
    namesUrl: `${origin}/names`,
    assertion: '',
    description: {
      name: 'Moodle of the school',
      issuer: origin,
      client_id,
      auth_url: `${origin}/auth`,
      token_url: `${origin}/token`,
      keys_url: `${origin}/keys`,
      deployment_ids: ['1'],
    },
    token(nonce, { claims = {}, header = {}, foreign = false } = {}) {
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
      const { privateKey, kid } = foreign ? { ...stranger, kid: key.kid } : key
      return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid, ...header }).sign(privateKey)
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
