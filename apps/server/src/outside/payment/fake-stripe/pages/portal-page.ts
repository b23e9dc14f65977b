import type { Locale } from '../../../../locale/locale.ts'
import { html, type Markup } from '../../../identity/embedded/pages/markup.ts'
import type { SubscriptionAction } from '../actions.ts'
import type { RecordOf } from '../records.ts'
import { showPrice } from './checkout-page.ts'
import { type Words, wordsIn } from './words.ts'

type Subscription = RecordOf<'subscription'>

interface Portal {
  language: Locale
  action: string
  returnUrl: string
  /** The newest; null when there never was one. */
  subscription: Subscription | null
}

function standing(subscription: Subscription, language: Locale, words: Words['portal']): Markup {
  const { status, cancel_at_period_end, current_period_end } = subscription
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(current_period_end * 1_000)
  if (status === 'canceled') return html`<p>${words.ended}</p>`
  if (status === 'past_due') return html`<p class="warn">${words.unpaid}</p>`
  return cancel_at_period_end ? html`<p>${words.endsOn(date)}</p>` : html`<p>${words.renewsOn(date)} ${showPrice(language)}.</p>`
}

export function portalPage({ language, action, returnUrl, subscription }: Portal): Markup {
  const words = wordsIn[language].portal
  const back = html`<a class="back" href="${returnUrl}">${words.back}</a>`
  if (subscription === null) return html`<h1>${words.title}</h1><p class="lead">${words.none}</p>${back}`
  const { id, status, cancel_at_period_end, card_works } = subscription
  const button = (name: SubscriptionAction, text: string, quiet = true) => html`<form class="action" method="post" action="${action}">
<input type="hidden" name="subscription" value="${id}"><input type="hidden" name="action" value="${name}">
<button type="submit"${quiet && html` class="quiet"`}>${text}</button></form>`
  const clock = html`<section class="clock"><h2>${words.clock}</h2><p>${words.clockText}</p><p>${words.cardIs(card_works)}</p>
${card_works ? button('card-fails', words.cardFails) : button('card-works', words.cardWorks)}${button('end-period', words.endPeriod)}</section>`
  return html`<h1>${words.title}</h1>
<section class="plan"><div class="plan-head"><h2>${wordsIn[language].checkout.plan}</h2><span>${words.status[status]}</span></div>
${standing(subscription, language, words)}
${status === 'past_due' && button('card-works', words.payNow, false)}
${status !== 'canceled' && (cancel_at_period_end ? button('resume', words.resume, false) : button('cancel', words.cancel))}</section>
${status !== 'canceled' && clock}
${back}`
}
