import { html, type Markup } from '../../../lib/html.ts'
import type { FieldName, IdentityTexts, Notice } from './texts.ts'

const secrets = ['password', 'current_password', 'code'] as const
type Secret = (typeof secrets)[number]
const isSecret = (name: FieldName): name is Secret => secrets.some((secret) => secret === name)

/** The values of the fields; never a password or a code. */
export type Typed = Partial<Record<Exclude<FieldName, Secret>, string>>

export interface Fault {
  /** Null for a fault of the whole form. */
  field: FieldName | null
  text: string
}

export interface Form {
  t: IdentityTexts
  /** The URL the form posts to. */
  action: string
  typed: Typed
  faults: Fault[]
}

/** A form of an interaction, with a link to the other form and the configured ways to sign in. */
export interface InteractionForm extends Form {
  /** The URL of the other form. */
  other: string
  /** The URL for resetting a forgotten password. */
  forgot: string
  /** Other providers offered for sign-in. */
  brokers: { label: string; address: string }[]
  /** Whether nobody has an account yet, so that the reader may be the operator. */
  isFirst: boolean
}

/** Leads the operator of a new installation to the page that guides them. */
const welcomeNotice = ({ t, isFirst }: InteractionForm): Markup | null =>
  isFirst ? html`<p class="first">${t('first.text')} <a href="/welcome">${t('first.action')}</a></p>` : null

interface Field {
  name: FieldName
  type: 'text' | 'email' | 'password'
  autocomplete: string
  inputmode?: 'numeric'
  label?: string
  hint?: string
  first?: boolean
}

export function summaryOf({ t, faults }: Form): Markup | null {
  if (faults.length === 0) return null
  const general = faults.filter(({ field }) => field === null).map(({ text }) => html`<p>${text}</p>`)
  const items = faults.flatMap(({ field, text }) =>
    field === null ? [] : [html`<li><a href="#${field}">${text}</a></li>`],
  )
  return html`<div class="summary" role="alert" tabindex="-1" autofocus aria-labelledby="summary-title"><h2 id="summary-title">${t('errors.summary')}</h2>${general}${items.length > 0 && html`<ul>${items}</ul>`}</div>`
}

export function fieldOf(
  { t, typed, faults }: Form,
  { name, type, autocomplete, inputmode, label, hint, first = false }: Field,
): Markup {
  const fault = faults.find(({ field }) => field === name)
  const described = [hint !== undefined && `${name}-hint`, fault && `${name}-fault`].filter(Boolean).join(' ')
  return html`<div class="field"><label for="${name}">${label ?? t(`labels.${name}`)}</label>
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${fault !== undefined && html`<p class="fault" id="${name}-fault">${fault.text}</p>`}
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required${inputmode !== undefined && html` inputmode="${inputmode}"`}${!isSecret(name) && html` value="${typed[name] ?? ''}"`}${(type !== 'text' || isSecret(name)) && html` autocapitalize="none" spellcheck="false"`}${described !== '' && html` aria-describedby="${described}"`}${fault !== undefined && html` aria-invalid="true"`}${first && faults.length === 0 && html` autofocus`}></div>`
}

interface FormContent {
  title: string
  lead: string
  fields: Markup
  action: string
  /** Between the introduction and the form. */
  above?: Markup | null
  /** Below the form. */
  below?: Markup
}

// `novalidate`, because the browser's own messages vanish and are in its language instead of the page's.
export function formOf(
  form: Form,
  { title, lead, fields, action, above = null, below }: FormContent,
): Markup {
  return html`<h1>${title}</h1><p class="lead">${lead}</p>${above}${summaryOf(form)}
<form method="post" action="${form.action}" novalidate>${fields}<button type="submit">${action}</button></form>
${below ?? null}`
}

export const alternativeLink = (text: string, action: string, address: string) =>
  html`<p class="other">${text} <a href="${address}">${action}</a></p>`

function brokerButtons({ t, brokers }: InteractionForm): Markup | null {
  if (brokers.length === 0) return null
  return html`<div class="brokers"><p class="or">${t('signIn.or')}</p>${brokers.map(
    ({ label, address }) =>
      html`<a class="button quiet" href="${address}">${t('signIn.with', { provider: label })}</a>`,
  )}</div>`
}

export function signInForm(form: InteractionForm): Markup {
  const { t } = form
  const fields = html`${fieldOf(form, { name: 'email', type: 'email', autocomplete: 'username', first: true })}
${fieldOf(form, { name: 'password', type: 'password', autocomplete: 'current-password' })}
<p class="aside"><a href="${form.forgot}">${t('signIn.forgot')}</a></p>`
  const below = html`${brokerButtons(form)}${alternativeLink(t('signIn.other'), t('signIn.otherAction'), form.other)}`
  return formOf(form, {
    title: t('signIn.title'),
    lead: t('signIn.lead'),
    fields,
    action: t('signIn.action'),
    above: welcomeNotice(form),
    below,
  })
}

export function newPasswordField(
  form: Form,
  { email = '', ...field }: { email?: string; label?: string; first?: boolean } = {},
): Markup {
  // Password managers store the new password under the username in front of it.
  return html`${email !== '' && html`<input type="email" name="username" value="${email}" autocomplete="username" hidden readonly>`}${fieldOf(
    form,
    {
      name: 'password',
      type: 'password',
      autocomplete: 'new-password',
      hint: form.t('register.passwordHint'),
      ...field,
    },
  )}`
}

export function registerForm(form: InteractionForm): Markup {
  const { t } = form
  const fields = html`<div class="names">${fieldOf(form, { name: 'given_name', type: 'text', autocomplete: 'given-name', first: true })}
${fieldOf(form, { name: 'family_name', type: 'text', autocomplete: 'family-name' })}</div>
${fieldOf(form, { name: 'email', type: 'email', autocomplete: 'email', hint: t('register.emailHint') })}
${newPasswordField(form)}`
  const below = html`${brokerButtons(form)}${alternativeLink(t('register.other'), t('register.otherAction'), form.other)}`
  return formOf(form, {
    title: t('register.title'),
    lead: t('register.lead'),
    fields,
    action: t('register.action'),
    above: welcomeNotice(form),
    below,
  })
}

/** A page with a message and one link. */
export function notice({ title, text, action }: Notice, address = '/'): Markup {
  return html`<h1>${title}</h1><p class="lead">${text}</p><a class="button" href="${address}">${action}</a>`
}
