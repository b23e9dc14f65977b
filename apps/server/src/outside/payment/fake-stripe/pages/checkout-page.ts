import type { Locale } from '../../../../locale/locale.ts'
import { html, type Markup } from '../../../identity/embedded/pages/markup.ts'
import { fakeStripePrice } from '../wire.ts'
import { wordsIn } from './words.ts'

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
  const words = wordsIn[language].checkout
  const amount = showPrice(language)
  const fault = html`<div class="summary" role="alert" tabindex="-1" autofocus><h2>${words.fault.title}</h2><p>${words.fault.text}</p></div>`
  return html`<h1>${words.title}</h1>
${isDeclined && fault}
<dl class="bill">
<div><dt><b>${words.plan}</b>${words.includes}</dt><dd>${amount} ${words.perMonth}</dd></div>
${email !== null && html`<div><dt>${words.account}</dt><dd>${email}</dd></div>`}
<div class="total"><dt>${words.today}</dt><dd>${amount}</dd></div>
</dl>
<p class="note">${words.renews}</p>
<form method="post" action="${action}">
<fieldset><legend>${words.card}</legend>
<label class="choice"><input type="radio" name="card" value="works" checked>${words.works}</label>
<label class="choice"><input type="radio" name="card" value="declined">${words.declined}</label>
</fieldset>
<button type="submit">${words.pay(amount)}</button>
</form>
<a class="back" href="${cancelUrl}">${words.cancel}</a>`
}
