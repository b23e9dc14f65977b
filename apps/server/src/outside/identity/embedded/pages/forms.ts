import { html, type Markup } from './markup.ts'
import type { FieldName, Words } from './words.ts'

/** What stands in the fields; never the password. */
export type Typed = Partial<Record<Exclude<FieldName, 'password'>, string>>

export interface Fault {
  /** Null when the fault is of the whole form. */
  field: FieldName | null
  text: string
}

interface Form {
  words: Words
  /** Where the form goes, and where the other form is. */
  action: string
  other: string
  typed: Typed
  faults: Fault[]
}

interface Field {
  name: FieldName
  type: 'text' | 'email' | 'password'
  autocomplete: string
  hint?: string
  first?: boolean
}

function summary({ words, faults }: Form): Markup | null {
  if (faults.length === 0) return null
  const whole = faults.filter(({ field }) => field === null).map(({ text }) => html`<p>${text}</p>`)
  const items = faults.flatMap(({ field, text }) => (field === null ? [] : [html`<li><a href="#${field}">${text}</a></li>`]))
  return html`<div class="summary" role="alert" tabindex="-1" autofocus aria-labelledby="summary-title"><h2 id="summary-title">${words.errors.summary}</h2>${whole}${items.length > 0 && html`<ul>${items}</ul>`}</div>`
}

function fieldOf({ words, typed, faults }: Form, { name, type, autocomplete, hint, first = false }: Field): Markup {
  const fault = faults.find(({ field }) => field === name)
  const described = [hint !== undefined && `${name}-hint`, fault && `${name}-fault`].filter(Boolean).join(' ')
  return html`<div class="field"><label for="${name}">${words.labels[name]}</label>
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${fault !== undefined && html`<p class="fault" id="${name}-fault">${fault.text}</p>`}
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required${name !== 'password' && html` value="${typed[name] ?? ''}"`}${type !== 'text' && html` autocapitalize="none" spellcheck="false"`}${described !== '' && html` aria-describedby="${described}"`}${fault !== undefined && html` aria-invalid="true"`}${first && faults.length === 0 && html` autofocus`}></div>`
}

// The browser's own bubbles vanish and speak its language, not the page's: `novalidate` leaves the words to us.
function form(given: Form, title: string, lead: string, fields: Markup, action: string, other: { text: string; action: string }): Markup {
  return html`<h1>${title}</h1><p class="lead">${lead}</p>${summary(given)}
<form method="post" action="${given.action}" novalidate>${fields}<button type="submit">${action}</button></form>
<p class="other">${other.text} <a href="${given.other}">${other.action}</a></p>`
}

export function signInForm(given: Form): Markup {
  const { title, lead, action, other, otherAction } = given.words.signIn
  const fields = html`${fieldOf(given, { name: 'email', type: 'email', autocomplete: 'username', first: true })}
${fieldOf(given, { name: 'password', type: 'password', autocomplete: 'current-password' })}`
  return form(given, title, lead, fields, action, { text: other, action: otherAction })
}

export function registerForm(given: Form): Markup {
  const { title, lead, action, other, otherAction, emailHint, passwordHint } = given.words.register
  const fields = html`<div class="names">${fieldOf(given, { name: 'given_name', type: 'text', autocomplete: 'given-name', first: true })}
${fieldOf(given, { name: 'family_name', type: 'text', autocomplete: 'family-name' })}</div>
${fieldOf(given, { name: 'email', type: 'email', autocomplete: 'email', hint: emailHint })}
${fieldOf(given, { name: 'password', type: 'password', autocomplete: 'new-password', hint: passwordHint })}`
  return form(given, title, lead, fields, action, { text: other, action: otherAction })
}

/** A page that only tells something and leads on. */
export function notice({ title, text, action }: { title: string; text: string; action: string }): Markup {
  return html`<h1>${title}</h1><p class="lead">${text}</p><a class="button" href="/">${action}</a>`
}
