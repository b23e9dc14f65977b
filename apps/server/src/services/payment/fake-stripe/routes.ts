import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendAsyncHookHandler } from 'fastify'
import { daySeconds, hourSeconds } from '../../../lib/durations.ts'
import { html, type Markup } from '../../../lib/html.ts'
import { chooseLocale, type Locale } from '../../../locale/locale.ts'
import { translatorOf } from '../../../locale/texts.ts'
import type { Database } from '../../database/database.ts'
import { applyAction, isSubscriptionAction, pay, seconds } from './actions.ts'
import { pagesBase } from './api.ts'
import { addAssets, checkoutPage, portalPage, toDocument } from './pages.ts'
import { selectOptionalRecord, selectRecords } from './records.ts'

/** As long as Stripe's pages stay open. */
const openSeconds = { checkout: daySeconds, portal: hourSeconds }

type Request = FastifyRequest<{ Params: { id: string }; Querystring: { lang?: string } }>

const fieldsOf = ({ body }: FastifyRequest) =>
  body instanceof URLSearchParams ? body : new URLSearchParams()
const isFresh = (created: number, kind: keyof typeof openSeconds) =>
  created > seconds(new Date()) - openSeconds[kind]
/** Stripe's `en` is American English; ours is British. */
const requestedLocale = (locale: string) =>
  locale === 'auto' ? undefined : locale === 'en' ? 'en-US' : locale
const languageOf = ({ query, headers }: Request, locale: string) =>
  chooseLocale(headers['accept-language'], query.lang, requestedLocale(locale))

async function send(
  reply: FastifyReply,
  status: number,
  language: Locale,
  title: string,
  content: Markup,
  pageUrl: string,
): Promise<void> {
  await reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(toDocument({ language, title, content, pageUrl }))
}

/** For expired pages and those of other people alike, so that nobody learns which. */
async function sendGone(request: Request, reply: FastifyReply, pageUrl: string): Promise<void> {
  const language = languageOf(request, 'auto')
  const t = translatorOf('testPayments', language)
  const content = html`<h1>${t('gone.title')}</h1><p class="lead">${t('gone.text')}</p><a class="button" href="/subscriptions">${t('gone.action')}</a>`
  await send(reply, 410, language, t('gone.title'), content, pageUrl)
}

/** The checkout and the portal. `settle` delivers the resulting events. */
export async function addPages(
  app: FastifyInstance,
  database: Database,
  payerCookies: PayerCookies,
  deliver: () => Promise<void>,
): Promise<void> {
  addAssets(app)
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => {
        done(null, new URLSearchParams(String(body)))
      },
    )

    const checkout = `${pagesBase}/checkout/:id`
    const openCheckoutOf = async (request: Request) => {
      const session = await selectOptionalRecord(database, 'session', request.params.id)
      const isOpen = session?.status === 'open' && isFresh(session.created, 'checkout')
      return isOpen && payerCookies.isPayer(request, session.customer) ? session : null
    }
    const showCheckout = async (request: Request, reply: FastifyReply, isDeclined: boolean) => {
      const pageUrl = `${pagesBase}/checkout/${request.params.id}`
      const session = await openCheckoutOf(request)
      if (!session) return sendGone(request, reply, pageUrl)
      const language = languageOf(request, session.locale)
      const customer = await selectOptionalRecord(database, 'customer', session.customer)
      const action = request.query.lang === undefined ? pageUrl : `${pageUrl}?lang=${language}`
      const content = checkoutPage({
        language,
        action,
        cancelUrl: session.cancel_url,
        email: customer?.email ?? null,
        isDeclined,
      })
      await send(
        reply,
        isDeclined ? 402 : 200,
        language,
        translatorOf('testPayments', language)('checkout.title'),
        content,
        pageUrl,
      )
    }
    scope.get(checkout, (request: Request, reply) => showCheckout(request, reply, false))
    scope.post(checkout, async (request: Request, reply) => {
      if (fieldsOf(request).get('card') !== 'works') return showCheckout(request, reply, true)
      const isPayer = (await openCheckoutOf(request)) !== null
      const paid = isPayer
        ? await database.transaction((connection) => pay(connection, request.params.id, new Date()))
        : null
      if (paid === null) return sendGone(request, reply, `${pagesBase}/checkout/${request.params.id}`)
      await deliver()
      await reply.redirect(paid.success_url.replace('{CHECKOUT_SESSION_ID}', paid.id), 303)
    })

    const portal = `${pagesBase}/portal/:id`
    const portalOf = async (request: Request) => {
      const found = await selectOptionalRecord(database, 'portal', request.params.id)
      return found && isFresh(found.created, 'portal') && payerCookies.isPayer(request, found.customer)
        ? found
        : null
    }
    scope.get(portal, async (request: Request, reply) => {
      const pageUrl = `${pagesBase}/portal/${request.params.id}`
      const found = await portalOf(request)
      if (!found) return sendGone(request, reply, pageUrl)
      const language = languageOf(request, found.locale)
      const subscriptions = await selectRecords(database, 'subscription', found.customer)
      // The one that still runs, as the real portal shows: it may be older than one that ended.
      const subscription =
        subscriptions.findLast(({ status }) => status !== 'canceled') ?? subscriptions.at(-1) ?? null
      const action = request.query.lang === undefined ? pageUrl : `${pageUrl}?lang=${language}`
      const content = portalPage({ language, action, returnUrl: found.return_url, subscription })
      await send(
        reply,
        200,
        language,
        translatorOf('testPayments', language)('portal.title'),
        content,
        pageUrl,
      )
    })
    scope.post(portal, async (request: Request, reply) => {
      const found = await portalOf(request)
      const id = fieldsOf(request).get('subscription') ?? ''
      const action = fieldsOf(request).get('action')
      const subscription = await selectOptionalRecord(database, 'subscription', id)
      if (!found || subscription?.customer !== found.customer || !isSubscriptionAction(action)) {
        return sendGone(request, reply, `${pagesBase}/portal/${request.params.id}`)
      }
      await database.transaction((connection) => applyAction(connection, id, action))
      await deliver()
      await reply.redirect(request.url, 303)
    })
  })
}

const cookieName = 'penmark-test-payment'
/** As long as the portal stays open. */
const cookieSeconds = hourSeconds

const opensPage = /\/create-(?:checkout|portal)-session$/

interface PayerCookies {
  /** Whether the request comes from the browser in which this customer opened the checkout or the portal. */
  isPayer(request: FastifyRequest, customer: string): boolean
}

/**
 * Ties the pages to the browser of the signed-in teacher who opened them. The call that opens one needs the
 * teacher's token and sets a cookie that only these pages read, so that knowing a page's URL is not enough.
 */
export function addPayerCookies(
  app: FastifyInstance,
  options: { secret: string; isHttps: boolean; customerOf: (page: string) => Promise<string | null> },
): PayerCookies {
  const { secret, isHttps, customerOf } = options
  const nameOf = (customer: string) =>
    createHmac('sha256', secret).update(`payer ${customer}`).digest('base64url')
  const setCookieOnOpening: onSendAsyncHookHandler = async (_request, reply, payload) => {
    const page =
      reply.statusCode === 200 && typeof payload === 'string'
        ? /\/(?:checkout|portal)\/(\w+)"/.exec(payload)?.[1]
        : undefined
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
  }
  // Only on the calls that open a page: a hook of the whole server would run for every request.
  app.addHook('onRoute', (route) => {
    if (opensPage.test(route.url)) route.onSend = [...[route.onSend ?? []].flat(), setCookieOnOpening]
  })
  return {
    isPayer({ cookies }, customer) {
      const expected = Buffer.from(nameOf(customer))
      const presented = Buffer.from(cookies[cookieName] ?? '')
      return presented.length === expected.length && timingSafeEqual(presented, expected)
    },
  }
}
