import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

export interface TestUpstream {
  issuer: string
  /** Who signs in next, and how the response is broken. */
  next: {
    claims: Record<string, unknown>
    refuses?: boolean
    nonce?: string
    foreignKey?: boolean
    /** Changes the signed token on its way. */
    forge?: (token: string) => string | Promise<string>
  }
  /** Requests to the token endpoint. */
  exchanges: URLSearchParams[]
  close(): Promise<void>
}

/** An upstream provider on a free port, for tests only: everybody is signed in as `next` says. */
export async function startTestUpstream(clientId: string): Promise<TestUpstream> {
  const ownKeys = await generateKeyPair('RS256')
  const foreignKeys = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(ownKeys.publicKey)), kid: 'upstream', alg: 'RS256', use: 'sig' }
  const nonces = new Map<string, string>()
  const upstream: TestUpstream = {
    issuer: '',
    next: { claims: {} },
    exchanges: [],
    close: async () => undefined,
  }

  const idToken = async (nonce: string) => {
    const { claims, nonce: wrong, foreignKey = false, forge = (token: string) => token } = upstream.next
    const now = Math.floor(Date.now() / 1_000)
    const usual = { iss: upstream.issuer, aud: clientId, iat: now, exp: now + 300, nonce: wrong ?? nonce }
    const token = await new SignJWT({ ...usual, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'upstream' })
      .sign(foreignKey ? foreignKeys.privateKey : ownKeys.privateKey)
    return forge(token)
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', upstream.issuer)
    const json = (value: unknown) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
    if (url.pathname === '/keys') return json({ keys: [jwk] })
    if (url.pathname === '/authorize') {
      const callback = new URL(url.searchParams.get('redirect_uri') ?? '')
      const code = randomUUID()
      nonces.set(code, url.searchParams.get('nonce') ?? '')
      callback.searchParams.set('state', url.searchParams.get('state') ?? '')
      if (upstream.next.refuses) callback.searchParams.set('error', 'access_denied')
      else callback.searchParams.set('code', code)
      return response.writeHead(302, { location: callback.href }).end()
    }
    if (url.pathname === '/token') {
      void text(request).then(async (body) => {
        const fields = new URLSearchParams(body)
        upstream.exchanges.push(fields)
        const nonce = nonces.get(fields.get('code') ?? '')
        nonces.delete(fields.get('code') ?? '')
        if (nonce === undefined) json(response.writeHead(400) && { error: 'invalid_grant' })
        else
          json({
            access_token: randomUUID(),
            token_type: 'Bearer',
            expires_in: 300,
            id_token: await idToken(nonce),
          })
      })
      return undefined
    }
    return json({
      issuer: upstream.issuer,
      authorization_endpoint: `${upstream.issuer}/authorize`,
      token_endpoint: `${upstream.issuer}/token`,
      jwks_uri: `${upstream.issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
    })
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const address = server.address()
  upstream.issuer = `http://localhost:${address !== null && typeof address === 'object' ? address.port : 0}`
  upstream.close = () =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return upstream
}
