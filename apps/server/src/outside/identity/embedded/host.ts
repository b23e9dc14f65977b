import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Only lets requests for the issuer's own host through: discovery repeats the Host header, and a sign-in started under another name could
 * not finish. GET is redirected to the issuer (308), anything else is refused (421).
 */
export function createHostGuard(issuer: string): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined> {
  const { host, origin } = new URL(issuer)
  return async (request, reply) => {
    if (request.host.toLowerCase() === host) return undefined
    if (request.method === 'GET' || request.method === 'HEAD') return reply.redirect(`${origin}${request.url}`, 308)
    return reply.code(421).type('text/plain; charset=utf-8').send(`Use ${origin} for sign-in.`)
  }
}
