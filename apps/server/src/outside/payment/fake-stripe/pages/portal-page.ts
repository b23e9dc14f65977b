import type { Locale } from '../../../../locale/locale.ts'
import { type Translate, translatorOf } from '../../../../locale/texts.ts'
import { html, type Markup } from '../../../identity/embedded/pages/markup.ts'
import type { SubscriptionAction } from '../actions.ts'
import type { RecordOf } from '../records.ts'
import { showPrice } from './checkout-page.ts'

type Subscription = RecordOf<'subscription'>

interface Portal {
  language: Locale
  action: string
  returnUrl: string
  /** The newest; null when there never was one. */
  subscription: Subscription | null
}

function standing(subscription: Subscription, language: Locale, t: Translate<'testPayments'>): Markup {
  const { status, cancel_at_period_end, current_period_end } = subscription
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(current_period_end * 1_000)
  if (status === 'canceled') return html`<p>${t('portal.ended')}</p>`
  if (status === 'past_due') return html`<p class="warn">${t('portal.unpaid')}</p>`
  return cancel_at_period_end
    ? html`<p>${t('portal.endsOn', { date })}</p>`
    : html`<p>${t('portal.renewsOn', { date, amount: showPrice(language) })}</p>`
}

export function portalPage({ language, action, returnUrl, subscription }: Portal): Markup {
  const t = translatorOf('testPayments', language)
  const back = html`<a class="back" href="${returnUrl}">${t('portal.back')}</a>`
  if (subscription === null) return html`<h1>${t('portal.title')}</h1><p class="lead">${t('portal.none')}</p>${back}`
  const { id, status, cancel_at_period_end, card_works } = subscription
  const button = (name: SubscriptionAction, text: string, quiet = true) => html`<form class="action" method="post" action="${action}">
<input type="hidden" name="subscription" value="${id}"><input type="hidden" name="action" value="${name}">
<button type="submit"${quiet && html` class="quiet"`}>${text}</button></form>`
  const clock = html`<section class="clock"><h2>${t('portal.clock')}</h2><p>${t('portal.clockText')}</p><p>${t(card_works ? 'portal.cardWorks' : 'portal.cardFails')}</p>
${card_works ? button('card-fails', t('portal.useFailing')) : button('card-works', t('portal.useWorking'))}${button('end-period', t('portal.endPeriod'))}</section>`
  return html`<h1>${t('portal.title')}</h1>
<section class="plan"><div class="plan-head"><h2>${t('plan')}</h2><span>${t(`portal.status.${status}`)}</span></div>
${standing(subscription, language, t)}
${status === 'past_due' && button('card-works', t('portal.payNow'), false)}
${status !== 'canceled' && (cancel_at_period_end ? button('resume', t('portal.resume'), false) : button('cancel', t('portal.cancel')))}</section>
${status !== 'canceled' && clock}
${back}`
}
