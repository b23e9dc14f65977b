import { dayMs, hourMs, minuteMs } from '../../../lib/durations.ts'
import { html, type Markup } from '../../../lib/html.ts'
import type { Locale } from '../../../locale/locale.ts'
import type { MailKind } from '../../mail/mail.ts'
import type { Account } from './accounts.ts'
import { type Fault, fieldOf, formOf, newPasswordField, summaryOf } from './forms.ts'
import { toDocument } from './layout.ts'
import { identityPaths } from './paths.ts'
import type { SignedIn } from './sessions.ts'
import { identityTexts, titleOf } from './texts.ts'

export type AccountPage = 'password' | 'twoFactor' | 'devices' | 'email'

export interface AccountView {
  language: Locale
  account: Pick<Account, 'email' | 'password_hash' | 'email_verified_at'>
  /** The action just completed, from the URL; unknown values show nothing. */
  done: string | undefined
  mailKind: MailKind
}

const inLanguage = (path: string, language: Locale) => `${path}?lang=${language}`

function navigation(page: AccountPage, language: Locale): Markup {
  const t = identityTexts(language)
  const names = ['password', 'twoFactor', 'devices', 'email'] as const
  const links = names.map(
    (name) =>
      html`<li><a href="${inLanguage(identityPaths[name], language)}"${name === page && html` aria-current="page"`}>${t(`nav.${name}`)}</a></li>`,
  )
  return html`<p class="back"><a href="${identityPaths.profile}">${t('nav.back')}</a></p><nav class="tabs" aria-label="${t('nav.label')}"><ul>${links}</ul></nav>`
}

export const status = (text: string | undefined) =>
  text === undefined ? null : html`<p class="done" role="status">${text}</p>`

/** One account page, with navigation to the others. */
export function accountDocument(
  page: AccountPage,
  { language }: Pick<AccountView, 'language'>,
  content: Markup,
  hasFaults: boolean,
): string {
  const t = identityTexts(language)
  return toDocument({
    language,
    title: titleOf(t, t(`${page}.title`), hasFaults),
    content: html`${navigation(page, language)}${content}`,
    addressIn: (locale) => inLanguage(identityPaths[page], locale),
  })
}

export function passwordContent({ language, account, done }: AccountView, faults: Fault[]): Markup {
  const t = identityTexts(language)
  const title = t('password.title')
  if (account.password_hash === null) {
    return html`<h1>${title}</h1><p class="lead">${t('password.none')}</p><a class="button" href="${inLanguage(identityPaths.forgot, language)}">${t('password.noneAction')}</a>`
  }
  const form = { t, action: inLanguage(identityPaths.password, language), typed: {}, faults }
  const fields = html`${fieldOf(form, { name: 'current_password', type: 'password', autocomplete: 'current-password' })}
${newPasswordField(form, { email: account.email, label: t('password.label') })}
<div class="field choice"><label><input type="checkbox" name="ends_grants" value="yes" aria-describedby="ends-grants-hint"> ${t('password.endsGrants')}</label><p class="hint" id="ends-grants-hint">${t('password.endsGrantsHint')}</p></div>`
  const message =
    done === 'changed'
      ? t('password.changed')
      : done === 'changed-and-ended'
        ? t('password.changedAndEnded')
        : undefined
  return html`${status(message)}${formOf(form, { title, lead: t('password.lead', { email: account.email }), fields, action: t('password.action') })}`
}

const units = [
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', minuteMs],
] as const

/** A relative time, because the server does not know the reader's time zone. */
function ago(time: Date, now: Date, language: Locale): string {
  const elapsed = now.getTime() - time.getTime()
  const span = units.find(([, length]) => elapsed >= length)
  if (!span) return identityTexts(language)('devices.now')
  const [unit, length] = span
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(
    -Math.floor(elapsed / length),
    unit,
  )
}

export function devicesContent(
  { language, done }: AccountView,
  signedIn: SignedIn[],
  currentUid: string,
  now: Date,
): Markup {
  const t = identityTexts(language)
  const action = inLanguage(identityPaths.devices, language)
  const here = signedIn.filter(({ uid }) => uid === currentUid)
  const others = signedIn.filter(({ uid }) => uid !== currentUid)
  const row = ({ uid, device, since, lastUsedAt }: SignedIn) => {
    const name = device || t('devices.unknown')
    const used = ago(lastUsedAt, now, language)
    const end =
      uid === currentUid
        ? html`<span class="tag">${t('devices.here')}</span>`
        : html`<form method="post" action="${action}"><input type="hidden" name="session" value="${uid}"><button class="quiet" type="submit" aria-label="${t('devices.endOf', { device: name, when: used })}">${t('devices.end')}</button></form>`
    return html`<li><div><strong>${name}</strong><p><span>${t('devices.used', { when: used })}</span> <span>${t('devices.since', { when: ago(since, now, language) })}</span></p></div>${end}</li>`
  }
  const message =
    done === 'ended' ? t('devices.ended') : done === 'ended-others' ? t('devices.endedOthers') : undefined
  const below =
    others.length === 0
      ? html`<p class="lead">${t('devices.alone')}</p>`
      : html`<form method="post" action="${action}"><button type="submit">${t('devices.endOthers')}</button></form>`
  return html`${status(message)}<h1>${t('devices.title')}</h1><p class="lead">${t('devices.lead')}</p><ul class="rows">${[...here, ...others].map(row)}</ul>${below}`
}

/** What the email page shows in addition to the account. */
interface EmailState {
  /** A requested new address that is not confirmed yet. */
  awaited: string | null
  /** The new address as typed. */
  typed: string
}

function changeEmailForm(
  { language, account, done, mailKind }: AccountView,
  { awaited, typed }: EmailState,
  faults: Fault[],
): Markup {
  const t = identityTexts(language)
  const heading = html`<h2 id="change">${t('email.change.title')}</h2>`
  if (account.password_hash === null) {
    return html`<section class="section">${heading}<p class="lead">${t('email.change.none')}</p><a class="button" href="${inLanguage(identityPaths.forgot, language)}">${t('password.noneAction')}</a></section>`
  }
  const form = { t, action: inLanguage(identityPaths.email, language), typed: { email: typed }, faults }
  const message =
    awaited === null
      ? null
      : html`<p class="done"${done === 'change-sent' && html` role="status"`}>${t(`email.change.${mailKind}`, { email: awaited })}</p>`
  return html`<section class="section">${heading}${message}<p class="lead">${t('email.change.lead')}</p>
<form method="post" action="${form.action}" novalidate>${fieldOf(form, { name: 'email', type: 'email', autocomplete: 'email', label: t('email.change.label') })}
${fieldOf(form, { name: 'current_password', type: 'password', autocomplete: 'current-password' })}
<button type="submit" name="action" value="change">${t('email.change.action')}</button></form></section>`
}

export function emailContent(view: AccountView, state: EmailState, faults: Fault[]): Markup {
  const { language, account, done, mailKind } = view
  const t = identityTexts(language)
  const form = { t, action: inLanguage(identityPaths.email, language), typed: {}, faults }
  const lead = account.email_verified_at
    ? t('email.confirmed', { email: account.email })
    : t('email.unconfirmed', { email: account.email })
  const again = html`<form method="post" action="${form.action}"><button class="quiet" type="submit">${t('email.action')}</button></form>`
  return html`${status(done === 'sent' ? t(`email.${mailKind}`) : undefined)}<h1>${t('email.title')}</h1>${summaryOf(form)}<p class="lead">${lead}</p>${account.email_verified_at ? null : again}
${changeEmailForm(view, state, faults)}`
}
