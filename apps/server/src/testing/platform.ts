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

/** A learning platform in this process: its keys over HTTP, and the tokens of its launches. */
export interface TestPlatform {
  /** As an administrator enters it. */
  description: Record<string, unknown> & { issuer: string; client_id: string; keys_url: string }
  /** What the token of an instructor's launch from a course holds. */
  token(nonce: string, options?: TokenOptions): Promise<string>
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

export async function startTestPlatform(): Promise<TestPlatform> {
  let key = await makeKey()
  const stranger = await makeKey()
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url === '/keys') response.end(JSON.stringify({ keys: [key.jwk] }))
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client_id = `penmark-${randomUUID()}`
  return {
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
        ...claims,
      }
      const { privateKey, kid } = foreign ? { ...stranger, kid: key.kid } : key
      return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid, ...header }).sign(privateKey)
    },
    async rotate() {
      key = await makeKey()
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}
