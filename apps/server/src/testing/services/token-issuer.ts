import { createServer } from 'node:http'
import { oidc } from '@penmark/contract'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

export interface TestIssuer {
  url: string
  tokenFor(subject: string): Promise<string>
  close(): void
}

/** An external provider on a free port, for tests of the whole process: discovery, keys and tokens only. */
export async function startTestIssuer(): Promise<TestIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'test', alg: 'RS256', use: 'sig' }
  const server = createServer((request, response) => {
    const answer = request.url?.startsWith('/.well-known/')
      ? { issuer: url, jwks_uri: `${url}/keys` }
      : { keys: [jwk] }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`
  return {
    url,
    tokenFor: (subject) =>
      new SignJWT({ email: `${subject}@school.example` })
        .setProtectedHeader({ alg: 'RS256', kid: 'test' })
        .setSubject(subject)
        .setIssuer(url)
        .setAudience(oidc.audience)
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(privateKey),
    close: () => server.close(),
  }
}
