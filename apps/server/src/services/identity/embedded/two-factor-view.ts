import encodeQr from 'qr'
import { html, type Markup } from '../../../lib/html.ts'
import type { Locale } from '../../../locale/locale.ts'
import type { Account } from './accounts.ts'
import { keyAddress, typedKey } from './codes.ts'
import { alternativeLink, type Fault, type Form, fieldOf, formOf, summaryOf } from './forms.ts'
import { identityPaths } from './paths.ts'
import { identityTexts } from './texts.ts'
import type { TwoFactorState } from './two-factor.ts'

export interface TwoFactorView {
  language: Locale
  account: Pick<Account, 'email' | 'password_hash'>
  faults: Fault[]
  /** What must happen before two-factor can be set up; null when nothing is missing. */
  prerequisite: { kind: 'prove' | 'fresh'; address: string } | null
}

const pageUrl = (language: Locale) => `${identityPaths.twoFactor}?lang=${language}`
const formFor = ({ language, faults }: TwoFactorView): Form => ({
  t: identityTexts(language),
  action: pageUrl(language),
  typed: {},
  faults,
})

const passwordField = (view: TwoFactorView, first = false) =>
  view.account.password_hash !== null &&
  fieldOf(formFor(view), {
    name: 'current_password',
    type: 'password',
    autocomplete: 'current-password',
    first,
  })

function offContent(view: TwoFactorView): Markup {
  const t = identityTexts(view.language)
  const lead = html`<h1>${t('twoFactor.title')}</h1><p class="lead">${t('twoFactor.off.lead')}</p><p class="lead">${t('twoFactor.off.needs')}</p>`
  if (view.prerequisite) {
    const [text, action] =
      view.prerequisite.kind === 'prove'
        ? [t('twoFactor.off.proveFirst', { email: view.account.email }), t('twoFactor.off.proveAction')]
        : [t('twoFactor.off.freshFirst'), t('twoFactor.off.freshAction')]
    return html`${lead}<p class="lead">${text}</p><a class="button" href="${view.prerequisite.address}">${action}</a>`
  }
  const form = formFor(view)
  return html`${lead}${summaryOf(form)}<form method="post" action="${form.action}" novalidate>${passwordField(view)}
<button type="submit" name="action" value="begin">${t('twoFactor.off.action')}</button></form>`
}

function setUpContent(view: TwoFactorView, secret: Uint8Array): Markup {
  const t = identityTexts(view.language)
  const form = formFor(view)
  return html`<h1>${t('twoFactor.begun.title')}</h1>${summaryOf(form)}
<ol class="steps"><li><p>${t('twoFactor.begun.scan')}</p>${qrPicture(keyAddress(secret, view.account.email), t('twoFactor.begun.picture'))}
<p id="key-text">${t('twoFactor.begun.type')}</p><p class="key" aria-describedby="key-text"><span class="visually-hidden">${t('twoFactor.begun.keyLabel')}: </span><code>${typedKey(secret)}</code></p></li>
<li><p>${t('twoFactor.begun.confirm')}</p>
<form method="post" action="${form.action}" novalidate>${fieldOf(form, { name: 'code', type: 'text', autocomplete: 'one-time-code', inputmode: 'numeric', label: t('twoFactor.begun.codeLabel') })}
<div class="pair"><button type="submit" name="action" value="confirm">${t('twoFactor.begun.action')}</button><button class="quiet" type="submit" name="action" value="cancel">${t('twoFactor.begun.cancel')}</button></div></form></li></ol>`
}

function onContent(view: TwoFactorView, { since, codesLeft }: { since: Date; codesLeft: number }): Markup {
  const t = identityTexts(view.language)
  const form = formFor(view)
  // The server does not know the reader's time zone; the day is accurate enough.
  const day = new Intl.DateTimeFormat(view.language, { dateStyle: 'long', timeZone: 'UTC' }).format(since)
  const left = html`<p class="${codesLeft === 0 ? 'fault' : 'lead'}">${t('twoFactor.on.left', { count: codesLeft })}</p>`
  return html`<h1>${t('twoFactor.title')}</h1>${summaryOf(form)}<p class="lead">${t('twoFactor.on.lead', { since: day })}</p>${left}
<section class="section"><h2>${t('twoFactor.on.change')}</h2><p class="lead">${view.account.password_hash === null ? t('twoFactor.on.askCode') : t('twoFactor.on.ask')}</p>
<form method="post" action="${form.action}" novalidate>${passwordField(view)}
${fieldOf(form, { name: 'code', type: 'text', autocomplete: 'one-time-code', label: t('twoFactor.on.codeLabel') })}
<div class="pair"><button class="quiet" type="submit" name="action" value="renew">${t('twoFactor.on.renew')}</button><button class="quiet" type="submit" name="action" value="off">${t('twoFactor.on.off')}</button></div></form></section>`
}

/** The two-factor page in its present state. */
export function twoFactorContent(view: TwoFactorView, state: TwoFactorState): Markup {
  if (state.kind === 'on') return onContent(view, state)
  return state.kind === 'begun' ? setUpContent(view, state.secret) : offContent(view)
}

/**
 * The recovery codes, shown only once. The download is a data URL, so the codes are neither sent again nor
 * stored for it.
 */
export function recoveryCodesContent(
  language: Locale,
  email: string,
  codes: string[],
  isNew: boolean,
): Markup {
  const t = identityTexts(language)
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${t('twoFactor.codes.file', { email })}\n\n${codes.join('\n')}\n`)}`
  return html`<p class="done" role="status">${isNew ? t('twoFactor.codes.on') : t('twoFactor.codes.renewed')}</p><h1>${t('twoFactor.codes.title')}</h1><p class="lead">${t('twoFactor.codes.lead')}</p>
<ul class="codes" aria-label="${t('twoFactor.codes.label')}">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<p class="hint">${t('twoFactor.codes.print')}</p><div class="pair"><a class="button" href="${pageUrl(language)}">${t('twoFactor.codes.done')}</a><a class="button quiet" href="${file}" download="penmark-recovery-codes.txt">${t('twoFactor.codes.download')}</a></div>`
}

/** The page that asks for a code during sign-in, with a link to the other kind of code. */
export function codeForm(
  language: Locale,
  kind: 'code' | 'recovery',
  links: { action: string; other: string },
  faults: Fault[],
): Markup {
  const t = identityTexts(language)
  const page = kind === 'code' ? 'twoFactor.signIn' : 'twoFactor.recovery'
  const form: Form = { t, action: links.action, typed: {}, faults }
  const fields =
    kind === 'code'
      ? fieldOf(form, {
          name: 'code',
          type: 'text',
          autocomplete: 'one-time-code',
          inputmode: 'numeric',
          label: t(`${page}.label`),
          first: true,
        })
      : fieldOf(form, {
          name: 'code',
          type: 'text',
          autocomplete: 'off',
          label: t(`${page}.label`),
          first: true,
        })
  const lost = kind === 'recovery' && html`<p class="hint">${t('twoFactor.recovery.lost')}</p>`
  const below = html`${alternativeLink(t(`${page}.other`), t(`${page}.otherAction`), links.other)}${lost}`
  return formOf(form, {
    title: t(`${page}.title`),
    lead: t(`${page}.lead`),
    fields,
    action: t(`${page}.action`),
    below,
  })
}

/** Empty modules around the code, which readers need. */
const border = 4

/** A QR code as inline SVG: dark on white in any theme, because not every reader accepts the inverse. */
function qrPicture(text: string, label: string): Markup {
  const rows = encodeQr(text, 'raw', { border, ecc: 'medium' })
  const size = rows.length
  const runs = rows.flatMap((row, y) => {
    const dark = row.map((isDark) => (isDark ? '1' : '0')).join('')
    return [...dark.matchAll(/1+/g)].map(
      ({ 0: run, index: x }) => `M${x} ${y}h${run.length}v1h-${run.length}z`,
    )
  })
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect class="qr-paper" width="${size}" height="${size}"/><path class="qr-ink" d="${runs.join('')}"/></svg>`
}
