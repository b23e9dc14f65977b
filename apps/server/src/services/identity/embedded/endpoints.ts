import { oidc } from '@penmark/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { contentSecurityPolicy } from './rendering.ts'

function setSafetyHeaders(reply: FastifyReply): void {
  const { raw } = reply
  raw.setHeader('content-security-policy', contentSecurityPolicy)
  raw.setHeader('x-content-type-options', 'nosniff')
  raw.setHeader('referrer-policy', 'same-origin')
}

/**
 * Passes the protocol's own paths to the provider. It must read the bodies itself, so they are in a scope
 * without parsers.
 */
export async function addProtocol(
  app: FastifyInstance,
  issuer: string,
  provider: () => Provider,
): Promise<void> {
  const { protocol, host } = new URL(issuer)
  const handle = (request: FastifyRequest, reply: FastifyReply) => {
    // URLs and secure cookies follow the issuer, whatever proxies are in between.
    request.raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
    request.raw.headers['x-forwarded-host'] = host
    setSafetyHeaders(reply)
    reply.hijack()
    void provider().callback()(request.raw, reply.raw)
  }
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.all('/oauth2/*', handle)
    scope.all('/.well-known/openid-configuration', handle)
    scope.all('/.well-known/jwks', handle)
  })
  // Hosted providers end a session here.
  app.get<{ Querystring: { redirect?: string; all_sessions?: string } }>('/logout', (request, reply) => {
    const query = new URLSearchParams({
      client_id: oidc.clientId,
      post_logout_redirect_uri: request.query.redirect ?? `${issuer}/`,
      ...(request.query.all_sessions === undefined ? {} : { all_sessions: request.query.all_sessions }),
    })
    return reply.redirect(`/oauth2/logout?${query.toString()}`, 303)
  })
}

/**
 * Only lets requests for the issuer's own host through: discovery repeats the Host header, and a sign-in
 * started under another name could not finish. GET is redirected to the issuer (308), anything else is
 * refused (421).
 */
export function createHostGuard(
  issuer: string,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined> {
  const { host, origin } = new URL(issuer)
  return async (request, reply) => {
    if (request.host.toLowerCase() === host) return undefined
    if (request.method === 'GET' || request.method === 'HEAD')
      return reply.redirect(`${origin}${request.url}`, 308)
    return reply.code(421).type('text/plain; charset=utf-8').send(`Use ${origin} for sign-in.`)
  }
}
