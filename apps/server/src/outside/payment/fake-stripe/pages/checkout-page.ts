import { planWordLimit } from '@penmark/contract'
import type { Locale } from '../../../../locale/locale.ts'
import { translatorOf } from '../../../../locale/texts.ts'
import { html, type Markup } from '../../../identity/embedded/pages/markup.ts'
import { fakeStripePrice } from '../wire.ts'

export function showPrice(language: Locale): string {
  const { unitAmount, currency } = fakeStripePrice
  return new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(unitAmount / 100)
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
