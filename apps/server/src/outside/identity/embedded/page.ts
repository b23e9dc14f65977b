import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contentSecurityPolicy } from './rendering.ts'

/** Sends one of our pages, never kept by anybody, under the policy of the identity pages. */
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

/** Lets forms through as text, and no other body. */
export function readFormsOnly(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 16_384 }, (_request, body, done) =>
    done(null, body),
  )
}

/** The cookies are not sent along from another site; where the browser says where a form came from, that must be us. */
export function isOwnForm({ headers: { origin } }: FastifyRequest, issuer: string): boolean {
  return origin === undefined || origin === issuer
}
