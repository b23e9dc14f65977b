import type { Locale } from '../../../../locale/locale.ts'
import type { MailKind } from '../../../mail/mail.ts'
import type { Account } from '../accounts.ts'
import { addresses } from '../addresses.ts'
import type { SignedIn } from '../sessions.ts'
import { accountWordsIn } from './account-words.ts'
import { type Fault, fieldOf, formOf, newPasswordField, summaryOf } from './forms.ts'
import { toDocument } from './layout.ts'
import { html, type Markup } from './markup.ts'
import { twoFactorWordsIn } from './two-factor-words.ts'
import { wordsIn } from './words.ts'

export type AccountPage = 'password' | 'twoFactor' | 'devices' | 'email'

export interface AccountView {
  language: Locale
  account: Pick<Account, 'email' | 'password_hash' | 'email_verified_at'>
  /** What was just done, as the address says it; anything unknown says nothing. */
  done: string | undefined
  sentBy: MailKind
}

const inLanguage = (path: string, language: Locale) => `${path}?lang=${language}`

function navigation(page: AccountPage, language: Locale): Markup {
  const { nav } = accountWordsIn[language]
  const names = ['password', 'twoFactor', 'devices', 'email'] as const
  const links = names.map(
    (name) =>
      html`<li><a href="${inLanguage(addresses[name], language)}"${name === page && html` aria-current="page"`}>${nav[name]}</a></li>`,
  )
  return html`<p class="back"><a href="${addresses.profile}">${nav.back}</a></p><nav class="tabs" aria-label="${nav.label}"><ul>${links}</ul></nav>`
}

export const status = (text: string | undefined) => (text === undefined ? null : html`<p class="done" role="status">${text}</p>`)

/** One page about the account, with the way to the others. */
export function accountDocument(
  page: AccountPage,
  { language }: Pick<AccountView, 'language'>,
  content: Markup,
  hasFaults: boolean,
): string {
  const { title } = page === 'twoFactor' ? twoFactorWordsIn[language] : accountWordsIn[language][page]
  return toDocument({
    language,
    title: hasFaults ? `${wordsIn[language].errors.prefix}: ${title}` : title,
    content: html`${navigation(page, language)}${content}`,
    addressIn: (locale) => inLanguage(addresses[page], locale),
  })
}

export function passwordContent({ language, account, done }: AccountView, faults: Fault[]): Markup {
  const { title, lead, label, action, changed, none, noneAction } = accountWordsIn[language].password
  if (account.password_hash === null) {
    return html`<h1>${title}</h1><p class="lead">${none}</p><a class="button" href="${inLanguage(addresses.forgot, language)}">${noneAction}</a>`
  }
  const form = { words: wordsIn[language], action: inLanguage(addresses.password, language), typed: {}, faults }
  const fields = html`${fieldOf(form, { name: 'current_password', type: 'password', autocomplete: 'current-password' })}
${newPasswordField(form, { email: account.email, label })}`
  return html`${status(done === 'changed' ? changed : undefined)}${formOf(form, { title, lead: lead(account.email), fields, action })}`
}

const spans = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How long ago, in words: the server does not know the reader's clock. */
function ago(time: Date, now: Date, language: Locale): string {
  const elapsed = now.getTime() - time.getTime()
  const span = spans.find(([, length]) => elapsed >= length)
  if (!span) return accountWordsIn[language].devices.now
  const [unit, length] = span
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-Math.floor(elapsed / length), unit)
}

export function devicesContent({ language, done }: AccountView, signedIn: SignedIn[], currentUid: string, now: Date): Markup {
  const words = accountWordsIn[language].devices
  const action = inLanguage(addresses.devices, language)
  const here = signedIn.filter(({ uid }) => uid === currentUid)
  const others = signedIn.filter(({ uid }) => uid !== currentUid)
  const row = ({ uid, device, since, lastUsedAt }: SignedIn) => {
    const name = device || words.unknown
    const used = ago(lastUsedAt, now, language)
    const end =
      uid === currentUid
        ? html`<span class="tag">${words.here}</span>`
        : html`<form method="post" action="${action}"><input type="hidden" name="session" value="${uid}"><button class="quiet" type="submit" aria-label="${words.endOf(name, used)}">${words.end}</button></form>`
    return html`<li><div><strong>${name}</strong><p><span>${words.used(used)}</span> <span>${words.since(ago(since, now, language))}</span></p></div>${end}</li>`
  }
  const said = done === 'ended' ? words.ended : done === 'ended-others' ? words.endedOthers : undefined
  const below =
    others.length === 0
      ? html`<p class="lead">${words.alone}</p>`
      : html`<form method="post" action="${action}"><button type="submit">${words.endOthers}</button></form>`
  return html`${status(said)}<h1>${words.title}</h1><p class="lead">${words.lead}</p><ul class="rows">${[...here, ...others].map(row)}</ul>${below}`
}

/** What the e-mail page knows beside the account. */
interface EmailState {
  /** A new address that was asked for and is not confirmed yet. */
  awaited: string | null
  /** The new address as it was typed. */
  typed: string
}

function changeEmailForm({ language, account, done, sentBy }: AccountView, { awaited, typed }: EmailState, faults: Fault[]): Markup {
  const { change } = accountWordsIn[language].email
  const heading = html`<h2 id="change">${change.title}</h2>`
  if (account.password_hash === null) {
    return html`<section class="apart">${heading}<p class="lead">${change.none}</p><a class="button" href="${inLanguage(addresses.forgot, language)}">${accountWordsIn[language].password.noneAction}</a></section>`
  }
  const form = { words: wordsIn[language], action: inLanguage(addresses.email, language), typed: { email: typed }, faults }
  const said =
    awaited === null ? null : html`<p class="done"${done === 'change-sent' && html` role="status"`}>${change[sentBy](awaited)}</p>`
  return html`<section class="apart">${heading}${said}<p class="lead">${change.lead}</p>
<form method="post" action="${form.action}" novalidate>${fieldOf(form, { name: 'email', type: 'email', autocomplete: 'email', label: change.label })}
${fieldOf(form, { name: 'current_password', type: 'password', autocomplete: 'current-password' })}
<button type="submit" name="action" value="change">${change.action}</button></form></section>`
}

export function emailContent(view: AccountView, state: EmailState, faults: Fault[]): Markup {
  const { language, account, done, sentBy } = view
  const words = accountWordsIn[language].email
  const form = { words: wordsIn[language], action: inLanguage(addresses.email, language), typed: {}, faults }
  const lead = account.email_verified_at ? words.confirmed(account.email) : words.unconfirmed(account.email)
  const again = html`<form method="post" action="${form.action}"><button class="quiet" type="submit">${words.action}</button></form>`
  return html`${status(done === 'sent' ? words[sentBy] : undefined)}<h1>${words.title}</h1>${summaryOf(form)}<p class="lead">${lead}</p>${account.email_verified_at ? null : again}
${changeEmailForm(view, state, faults)}`
}
