import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { brand, planWordLimit } from '@penmark/contract'
import type { FastifyInstance } from 'fastify'
import { html, type Markup } from '../../../lib/html.ts'
import type { Locale } from '../../../locale/locale.ts'
import { type Translate, translatorOf } from '../../../locale/texts.ts'
import { languageLinks, mark } from '../../identity/embedded/layout.ts'
import { style as base } from '../../identity/embedded/style.ts'
import type { SubscriptionAction } from './actions.ts'
import { pagesBase } from './api.ts'
import { fakeStripePrice, type RecordOf } from './records.ts'

type Subscription = RecordOf<'subscription'>

interface Portal {
  language: Locale
  action: string
  returnUrl: string
  /** The newest; null when there never was one. */
  subscription: Subscription | null
}

function statusText(subscription: Subscription, language: Locale, t: Translate<'testPayments'>): Markup {
  const { status, cancel_at_period_end, current_period_end } = subscription
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    current_period_end * 1_000,
  )
  if (status === 'canceled') return html`<p>${t('portal.ended')}</p>`
  if (status === 'past_due') return html`<p class="warn">${t('portal.unpaid')}</p>`
  return cancel_at_period_end
    ? html`<p>${t('portal.endsOn', { date })}</p>`
    : html`<p>${t('portal.renewsOn', { date, amount: showPrice(language) })}</p>`
}

export function portalPage({ language, action, returnUrl, subscription }: Portal): Markup {
  const t = translatorOf('testPayments', language)
  const back = html`<a class="back" href="${returnUrl}">${t('portal.back')}</a>`
  if (subscription === null)
    return html`<h1>${t('portal.title')}</h1><p class="lead">${t('portal.none')}</p>${back}`
  const { id, status, cancel_at_period_end, card_works } = subscription
  const button = (
    name: SubscriptionAction,
    text: string,
    quiet = true,
  ) => html`<form class="action" method="post" action="${action}">
<input type="hidden" name="subscription" value="${id}"><input type="hidden" name="action" value="${name}">
<button type="submit"${quiet && html` class="quiet"`}>${text}</button></form>`
  const clock = html`<section class="clock"><h2>${t('portal.clock')}</h2><p>${t('portal.clockText')}</p><p>${t(card_works ? 'portal.cardWorks' : 'portal.cardFails')}</p>
${card_works ? button('card-fails', t('portal.useFailing')) : button('card-works', t('portal.useWorking'))}${button('end-period', t('portal.endPeriod'))}</section>`
  return html`<h1>${t('portal.title')}</h1>
<section class="plan"><div class="plan-head"><h2>${t('plan')}</h2><span>${t(`portal.status.${status}`)}</span></div>
${statusText(subscription, language, t)}
${status === 'past_due' && button('card-works', t('portal.payNow'), false)}
${status !== 'canceled' && (cancel_at_period_end ? button('resume', t('portal.resume'), false) : button('cancel', t('portal.cancel')))}</section>
${status !== 'canceled' && clock}
${back}`
}

function showPrice(language: Locale): string {
  const { unitAmount, currency } = fakeStripePrice
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).format(unitAmount / 100)
}

interface Checkout {
  language: Locale
  action: string
  cancelUrl: string
  email: string | null
  /** The chosen card was just declined. */
  isDeclined: boolean
}

export function checkoutPage({ language, action, cancelUrl, email, isDeclined }: Checkout): Markup {
  const t = translatorOf('testPayments', language)
  const amount = showPrice(language)
  const words = new Intl.NumberFormat(language).format(planWordLimit.PRO ?? 0)
  const fault = html`<div class="summary" role="alert" tabindex="-1" autofocus><h2>${t('checkout.fault.title')}</h2><p>${t('checkout.fault.text')}</p></div>`
  return html`<h1>${t('checkout.title')}</h1>
${isDeclined && fault}
<dl class="bill">
<div><dt><b>${t('plan')}</b>${t('checkout.includes', { words })}</dt><dd>${amount} ${t('checkout.perMonth')}</dd></div>
${email !== null && html`<div><dt>${t('checkout.account')}</dt><dd>${email}</dd></div>`}
<div class="total"><dt>${t('checkout.today')}</dt><dd>${amount}</dd></div>
</dl>
<p class="note">${t('checkout.renews')}</p>
<form method="post" action="${action}">
<fieldset><legend>${t('checkout.card')}</legend>
<label class="choice"><input type="radio" name="card" value="works" checked>${t('checkout.works')}</label>
<label class="choice"><input type="radio" name="card" value="declined">${t('checkout.declined')}</label>
</fieldset>
<button type="submit">${t('checkout.pay', { amount })}</button>
</form>
<a class="back" href="${cancelUrl}">${t('checkout.cancel')}</a>`
}

interface Page {
  language: Locale
  title: string
  content: Markup
  /** URL of this page without a language. */
  pageUrl: string
}

/** A whole document, without script. Each says first that no money moves. */
export function toDocument({ language, title, content, pageUrl }: Page): string {
  const t = translatorOf('testPayments', language)
  const page = html`<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} – ${brand.name}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${styleAddress}">
</head>
<body>
<header class="head"><span class="brand">${mark}<span>${brand.name}</span></span></header>
<main class="plain">
<div class="test" role="note"><strong>${t('test.title')}</strong><p>${t('test.text')}</p></div>
${content}
</main>
<footer class="foot">${languageLinks(language, (locale) => `${pageUrl}?lang=${locale}`)}</footer>
</body>
</html>`
  return `<!doctype html>\n${page.text}\n`
}

const require = createRequire(import.meta.url)
const fonts = {
  'source-sans-3.woff2': '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
  'source-serif-4.woff2': '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2',
}

/** The style of the identity pages, plus that of a bill. */
const style = `${base}
:root { --amber-wash: #faf0da; --amber-ink: #7d5200; }
@media (prefers-color-scheme: dark) { :root { --amber-wash: #352a15; --amber-ink: #e3b262; } }
.test { margin-bottom: 28px; padding: 12px 16px; border-left: 3px solid var(--amber-ink); background: var(--amber-wash); }
.test strong { display: block; color: var(--amber-ink); font-weight: 600; }
.test p { font-size: 0.875rem; line-height: 1.45; }
.bill { margin: 20px 0 0; border-top: 1px solid var(--rule); font-variant-numeric: tabular-nums; }
.bill div { display: flex; justify-content: space-between; gap: 24px; padding: 12px 0; border-bottom: 1px solid var(--rule); }
.bill dt { color: var(--ink-soft); }
.bill dt b { display: block; color: var(--ink); font-weight: 600; }
.bill dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
.bill div:first-child dd { flex: none; }
.bill .total dt, .bill .total dd { color: var(--ink); font-size: 1.25rem; font-weight: 600; }
.note { margin-top: 12px; color: var(--ink-soft); font-size: 0.875rem; }
fieldset { margin: 0; padding: 0; border: 0; display: grid; gap: 4px; }
legend { padding: 0; margin-bottom: 4px; font-weight: 600; }
.choice { display: flex; align-items: center; gap: 10px; min-height: 44px; font-weight: 400; }
.choice input { width: 20px; min-height: 20px; height: 20px; margin: 0; accent-color: var(--accent); }
.back { display: inline-flex; align-items: center; min-height: 44px; margin-top: 12px; }
h2 { font: 600 1rem/1.4 var(--sans); }
.plan { margin-top: 24px; padding: 16px 0; border-top: 1px solid var(--rule); border-bottom: 1px solid var(--rule); }
.plan-head { display: flex; justify-content: space-between; gap: 16px; align-items: baseline; }
.plan-head span { color: var(--ink-soft); font-size: 0.875rem; }
.plan p { margin-top: 4px; font-variant-numeric: tabular-nums; }
.plan .warn { color: var(--red); font-weight: 600; }
form.action { margin-top: 16px; }
button.quiet { background: transparent; color: var(--ink); border: 1px solid var(--rule-strong); }
button.quiet:hover { background: var(--paper-sunken); color: var(--ink); }
.clock { margin-top: 32px; padding: 16px; background: var(--paper-sunken); border-radius: 4px; }
.clock p { color: var(--ink-soft); font-size: 0.875rem; line-height: 1.45; margin-top: 4px; }
.clock form.action { margin-top: 12px; }
`
const folder = `${pagesBase}/${createHash('sha256').update(style).digest('hex').slice(0, 12)}`

/** The URL contains the content's hash, so a browser may cache it forever. */
const styleAddress = `${folder}/style.css`

/** Serves the style sheet and its fonts. */
export function addAssets(app: FastifyInstance): void {
  const add = (path: string, type: string, content: string | Buffer) =>
    app.get(path, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=31536000, immutable').type(type).send(content),
    )
  add(styleAddress, 'text/css; charset=utf-8', style)
  for (const [name, file] of Object.entries(fonts))
    add(`${folder}/${name}`, 'font/woff2', readFileSync(require.resolve(file)))
}
