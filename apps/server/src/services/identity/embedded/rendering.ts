import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorOut, errors, type KoaContextWithOIDC } from 'oidc-provider'
import { html, Markup } from '../../../lib/html.ts'
import { requestStatusOf } from '../../../lib/request-status.ts'
import { writeFaultOf } from '../../../lib/write-faults.ts'
import { chooseLocale, type Locale } from '../../../locale/locale.ts'
import { noteWriteFault } from '../../observe/channels.ts'
import { notice } from './forms.ts'
import { toDocument } from './layout.ts'
import { identityTexts, type Notice, noticeOf } from './texts.ts'

const scriptSource = 'script-src'

/**
 * What identity pages may load: our own style and fonts, no script. Where a form submits itself, the provider
 * adds the hash of its short script to `script-src`, so the directive must be present and empty.
 */
export const contentSecurityPolicy = `default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; ${scriptSource}`

function languageOf(ctx: KoaContextWithOIDC): Locale {
  return chooseLocale(ctx.get('accept-language'), ctx.query.ui_locales ?? ctx.query.lang)
}

function showNotice(ctx: KoaContextWithOIDC, page: Notice): void {
  const language = languageOf(ctx)
  ctx.type = 'html'
  ctx.body = toDocument({ language, title: page.title, content: notice(page) })
}

/** Shows an error that cannot be returned to the web as a page. The status is the provider's. */
export async function renderRefusal(
  ctx: KoaContextWithOIDC,
  out: ErrorOut,
  error: Error,
  supportEmail: string,
): Promise<void> {
  const t = identityTexts(languageOf(ctx))
  if (error instanceof errors.SessionNotFound) showNotice(ctx, noticeOf(t, 'lapsed'))
  else
    showNotice(
      ctx,
      noticeOf(t, out.error === 'server_error' ? 'failed' : 'refused', { support: supportEmail }),
    )
}

export async function renderSignedOut(ctx: KoaContextWithOIDC): Promise<void> {
  showNotice(ctx, noticeOf(identityTexts(languageOf(ctx)), 'signedOut'))
}

/**
 * Makes a sign-out apply to every device; the form that ends the session repeats it, protected by the form's
 * own secret.
 */
export const allSessions = 'all_sessions'

const submitScript = 'document.forms[0].submit()'
const submitHash = createHash('sha256').update(submitScript).digest('base64')

/** The form that ends the session submits itself; without script a button remains. */
export async function renderEndSession(ctx: KoaContextWithOIDC, form: string): Promise<void> {
  const language = languageOf(ctx)
  const t = identityTexts(language)
  const logoutValue = ctx.query[allSessions] === 'true' ? allSessions : 'yes'
  const completedForm = form.replace(
    '</form>',
    html`<input type="hidden" name="logout" value="${logoutValue}"><noscript><button type="submit">${t('signingOut.action')}</button></noscript></form>`
      .text,
  )
  ctx.set(
    'content-security-policy',
    contentSecurityPolicy.replace(scriptSource, `${scriptSource} 'sha256-${submitHash}'`),
  )
  const title = t('signingOut.title')
  const content = html`<h1>${title}</h1>${new Markup(completedForm)}<script>${new Markup(submitScript)}</script>`
  ctx.type = 'html'
  ctx.body = toDocument({ language, title, content })
}

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
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16_384 },
    (_request, body, done) => done(null, body),
  )
}

/**
 * A form is accepted if the browser says that one of our pages sent it: by its origin, or by `Sec-Fetch-Site`
 * where it names none.
 */
export function isOwnForm({ headers }: FastifyRequest, issuer: string): boolean {
  return headers.origin === undefined
    ? headers['sec-fetch-site'] === 'same-origin'
    : headers.origin === issuer
}

/** The page for what failed here: a disk that takes nothing is named, since trying again does not help. */
export function pageOfFailure(error: unknown): { status: number; name: 'failed' | 'unwritable' } {
  const fault = writeFaultOf(error)
  if (fault === null) return { status: 500, name: 'failed' }
  noteWriteFault(fault)
  return { status: 507, name: 'unwritable' }
}

/**
 * Whether an error means that the browser's request cannot be answered, rather than that something failed
 * here.
 */
export function isRefusedRequest(error: unknown): boolean {
  return requestStatusOf(error) < 500 || (error instanceof errors.OIDCProviderError && error.statusCode < 500)
}
