import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pagesBase } from './api.ts'

const cookieName = 'penmark-test-payment'
/** As long as the portal stays open. */
const cookieSeconds = 60 * 60

export interface PayerCookies {
  /** Whether the request comes from the browser in which this customer opened the checkout or the portal. */
  isPayer(request: FastifyRequest, customer: string): boolean
}

/**
 * Ties the pages to the browser of the signed-in teacher who opened them. The call that opens one needs the teacher's token and sets a
 * cookie that only these pages read, so that knowing a page's URL is not enough.
 */
export function addPayerCookies(
  app: FastifyInstance,
  options: { secret: string; isHttps: boolean; customerOf: (page: string) => Promise<string | null> },
): PayerCookies {
  const { secret, isHttps, customerOf } = options
  const nameOf = (customer: string) => createHmac('sha256', secret).update(`payer ${customer}`).digest('base64url')
  app.addHook('onSend', async (request, reply, payload) => {
    const opens = /\/create-(checkout|portal)-session$/.test(request.routeOptions.url ?? '')
    const page =
      opens && reply.statusCode === 200 && typeof payload === 'string' ? /\/(?:checkout|portal)\/(\w+)"/.exec(payload)?.[1] : undefined
    const customer = page === undefined ? null : await customerOf(page)
    if (customer === null) return payload
    reply.setCookie(cookieName, nameOf(customer), {
      path: pagesBase,
      maxAge: cookieSeconds,
      httpOnly: true,
      sameSite: 'strict',
      secure: isHttps,
    })
    return payload
  })
  return {
    isPayer({ cookies }, customer) {
      const wanted = Buffer.from(nameOf(customer))
      const given = Buffer.from(cookies[cookieName] ?? '')
      return given.length === wanted.length && timingSafeEqual(given, wanted)
    },
  }
}
