import type { Locale } from '../../../../locale/locale.ts'
import type { Account } from '../accounts.ts'
import { addresses } from '../addresses.ts'
import { keyAddress, typedKey } from '../two-factor/totp.ts'
import type { TwoFactorState } from '../two-factor/two-factor-store.ts'
import { type Fault, type Form, fieldOf, formOf, otherWay, summaryOf } from './forms.ts'
import { html, type Markup } from './markup.ts'
import { qrPicture } from './qr-picture.ts'
import { twoFactorWordsIn } from './two-factor-words.ts'
import { wordsIn } from './words.ts'

export interface TwoFactorView {
  language: Locale
  account: Pick<Account, 'email' | 'password_hash'>
  faults: Fault[]
  /** What must be done before it can be set up; null when nothing is in the way. */
  before: { kind: 'prove' | 'fresh'; address: string } | null
}

const here = (language: Locale) => `${addresses.twoFactor}?lang=${language}`
const formFor = ({ language, faults }: TwoFactorView): Form => ({ words: wordsIn[language], action: here(language), typed: {}, faults })

const passwordField = (view: TwoFactorView, first = false) =>
  view.account.password_hash !== null &&
  fieldOf(formFor(view), { name: 'current_password', type: 'password', autocomplete: 'current-password', first })

function off(view: TwoFactorView): Markup {
  const { title, off: words } = twoFactorWordsIn[view.language]
  const lead = html`<h1>${title}</h1><p class="lead">${words.lead}</p><p class="lead">${words.needs}</p>`
  if (view.before) {
    const [text, action] =
      view.before.kind === 'prove' ? [words.proveFirst(view.account.email), words.proveAction] : [words.freshFirst, words.freshAction]
    return html`${lead}<p class="lead">${text}</p><a class="button" href="${view.before.address}">${action}</a>`
  }
  const form = formFor(view)
  return html`${lead}${summaryOf(form)}<form method="post" action="${form.action}" novalidate>${passwordField(view)}
<button type="submit" name="action" value="begin">${words.action}</button></form>`
}

function begun(view: TwoFactorView, secret: Uint8Array): Markup {
  const words = twoFactorWordsIn[view.language].begun
  const form = formFor(view)
  return html`<h1>${words.title}</h1>${summaryOf(form)}
<ol class="steps"><li><p>${words.scan}</p>${qrPicture(keyAddress(secret, view.account.email), words.picture)}
<p id="key-text">${words.type}</p><p class="key" aria-describedby="key-text"><span class="said">${words.keyLabel}: </span><code>${typedKey(secret)}</code></p></li>
<li><p>${words.confirm}</p>
<form method="post" action="${form.action}" novalidate>${fieldOf(form, { name: 'code', type: 'text', autocomplete: 'one-time-code', inputmode: 'numeric', label: words.codeLabel })}
<div class="pair"><button type="submit" name="action" value="confirm">${words.action}</button><button class="quiet" type="submit" name="action" value="cancel">${words.cancel}</button></div></form></li></ol>`
}

function on(view: TwoFactorView, { since, codesLeft }: { since: Date; codesLeft: number }): Markup {
  const { title, on: words } = twoFactorWordsIn[view.language]
  const form = formFor(view)
  // The server does not know the reader's clock; a day is near enough.
  const day = new Intl.DateTimeFormat(view.language, { dateStyle: 'long', timeZone: 'UTC' }).format(since)
  const left = html`<p class="${codesLeft === 0 ? 'fault' : 'lead'}">${words.left(codesLeft)}</p>`
  return html`<h1>${title}</h1>${summaryOf(form)}<p class="lead">${words.lead(day)}</p>${left}
<section class="apart"><h2>${words.change}</h2><p class="lead">${view.account.password_hash === null ? words.askCode : words.ask}</p>
<form method="post" action="${form.action}" novalidate>${passwordField(view)}
${fieldOf(form, { name: 'code', type: 'text', autocomplete: 'one-time-code', label: words.codeLabel })}
<div class="pair"><button class="quiet" type="submit" name="action" value="renew">${words.renew}</button><button class="quiet" type="submit" name="action" value="off">${words.off}</button></div></form></section>`
}

/** The page about the second step, as it stands. */
export function twoFactorContent(view: TwoFactorView, state: TwoFactorState): Markup {
  if (state.kind === 'on') return on(view, state)
  return state.kind === 'begun' ? begun(view, state.secret) : off(view)
}

/** The codes, this once. The file lies in the link itself, so that the codes need not be sent or kept for it. */
export function recoveryCodesContent(language: Locale, email: string, codes: string[], isNew: boolean): Markup {
  const words = twoFactorWordsIn[language].codes
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${words.file(email)}\n\n${codes.join('\n')}\n`)}`
  return html`<p class="done" role="status">${isNew ? words.on : words.renewed}</p><h1>${words.title}</h1><p class="lead">${words.lead}</p>
<ul class="codes" aria-label="${words.label}">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<p class="hint">${words.print}</p><div class="pair"><a class="button" href="${here(language)}">${words.done}</a><a class="button quiet" href="${file}" download="penmark-recovery-codes.txt">${words.download}</a></div>`
}

/** Where a sign-in waits for a code, with the way to the other kind of code. */
export function codeForm(language: Locale, kind: 'code' | 'recovery', place: { action: string; other: string }, faults: Fault[]): Markup {
  const own = twoFactorWordsIn[language]
  const words = kind === 'code' ? own.signIn : own.recovery
  const form: Form = { words: wordsIn[language], action: place.action, typed: {}, faults }
  const fields =
    kind === 'code'
      ? fieldOf(form, { name: 'code', type: 'text', autocomplete: 'one-time-code', inputmode: 'numeric', label: words.label, first: true })
      : fieldOf(form, { name: 'code', type: 'text', autocomplete: 'off', label: words.label, first: true })
  const lost = kind === 'recovery' && html`<p class="hint">${own.recovery.lost}</p>`
  const below = html`${otherWay(words.other, words.otherAction, place.other)}${lost}`
  return formOf(form, { title: words.title, lead: words.lead, fields, action: words.action, below })
}
