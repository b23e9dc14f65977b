import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contentSecurityPolicy } from './rendering.ts'

/** Sends one of our pages, uncached, with the identity pages' security policy. */
export function sendPage(reply: FastifyReply, status: number, document: string): FastifyReply {
  return reply
    .code(status)
    .header('content-security-policy', contentSecurityPolicy)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'same-origin')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(document)
}

/** Accepts form bodies only, as text. */
export function readFormsOnly(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 16_384 }, (_request, body, done) =>
    done(null, body),
  )
}

/** Cookies are not sent cross-site; where the browser names a form's origin, it must be ours. */
export function isOwnForm({ headers: { origin } }: FastifyRequest, issuer: string): boolean {
  return origin === undefined || origin === issuer
}
