import { randomBytes } from 'node:crypto'
import { brand } from '@penmark/contract'
import type { FastifyReply } from 'fastify'
import { html, Markup } from '../../../lib/html.ts'
import { type Locale, localeName } from '../../../locale/locale.ts'
import { translatorOf } from '../../../locale/texts.ts'

/**
 * In the colours of the web. Without scripts, fonts and pictures, so that the page works wherever the student
 * opens it.
 */
const style = `
:root { color-scheme: light dark; --paper: #fbfaf7; --ink: #1c1a17; --muted: #5b554c; --rule: #8a8378; --accent: #146665; --on: #ffffff; --tint: #f1efe8; }
@media (prefers-color-scheme: dark) { :root { --paper: #171614; --ink: #edeae3; --muted: #b5afa3; --rule: #8a8378; --accent: #74c5bd; --on: #10201f; --tint: #24221e; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 400 1.0625rem/1.55 "Segoe UI", system-ui, sans-serif; }
header, main { max-width: 42rem; margin: 0 auto; padding: 0 1rem; overflow-wrap: anywhere; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: baseline; justify-content: space-between; padding-block: 1rem; }
header strong { font: 600 1.125rem/1.5 Georgia, serif; }
nav { display: flex; gap: 1rem; }
nav a, nav span { padding: .25rem 0; }
nav span { font-weight: 600; }
main { padding-bottom: 4rem; }
h1 { margin: 1rem 0; font: 600 1.75rem/1.25 Georgia, serif; }
h2 { margin: 2.25rem 0 .75rem; font: 600 1.25rem/1.3 Georgia, serif; }
h3, h4, .written h2 { margin: 1.5rem 0 .5rem; font: inherit; font-weight: 600; }
p, ul, ol, form { margin: 0 0 1rem; }
li { margin-bottom: .35rem; }
a { color: var(--accent); }
.muted { color: var(--muted); }
.notice { margin: 0 0 1.5rem; padding: .75rem 1rem; border-left: 4px solid var(--accent); background: var(--tint); }
.notice p:last-child { margin: 0; }
.notice p + .refused { margin-top: -.5rem; }
.refused { padding-left: 1.1rem; }
blockquote { margin: 0 0 1rem; padding: .75rem 1rem; border-left: 3px solid var(--rule); background: var(--tint); font: 400 1.0625rem/1.6 Georgia, serif; }
.pre-line { white-space: pre-line; }
label { display: block; margin: 0 0 .35rem; font-weight: 600; white-space: pre-line; }
.asked { display: block; margin: 0 0 .6rem; padding: 0 0 0 .75rem; border-left: 2px solid var(--rule); font-size: 1rem; font-weight: 400; }
textarea, input[type=file] { display: block; width: 100%; margin: 0 0 1.25rem; padding: .6rem .7rem; border: 1px solid var(--rule); border-radius: 4px;
  background: var(--paper); color: var(--ink); font: inherit; }
textarea { min-height: 8rem; resize: vertical; field-sizing: content; }
.files { padding: 0; list-style: none; }
.files li { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: center; justify-content: space-between; padding: .5rem 0; border-bottom: 1px solid var(--rule); }
.files span:first-child { flex: 1 1 12rem; }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem; }
.button { display: inline-block; min-height: 44px; padding: .55rem 1.1rem; border: 1px solid var(--accent); border-radius: 4px; background: var(--paper); color: var(--accent);
  font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
.primary { background: var(--accent); color: var(--on); }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }`

interface StudentView {
  title: string
  content: Markup
  status?: number
  language: Locale
  /** The path of the page, for the links to other languages. */
  path: string
}

const otherLanguages: Record<Locale, Locale[]> = {
  'en-GB': ['en-GB', 'fr-FR'],
  'en-US': ['en-US', 'fr-FR'],
  'fr-FR': ['fr-FR', 'en-GB'],
}

function languageChoice({ language, path }: StudentView): Markup {
  const choices = otherLanguages[language]
    .toSorted()
    .map((each) =>
      each === language
        ? html`<span lang="${each}" aria-current="true">${localeName[each]}</span>`
        : html`<a lang="${each}" hreflang="${each}" href="${path}?lang=${each}">${localeName[each]}</a>`,
    )
  return html`<nav aria-label="${translatorOf('studentPage', language)('language')}">${choices}</nav>`
}

/** Sends a page that cannot be framed, stored or indexed, and whose address is not sent to other sites. */
export function sendView(reply: FastifyReply, view: StudentView): FastifyReply {
  const nonce = randomBytes(16).toString('base64url')
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  const { text } = html`<html lang="${view.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${view.title} – ${brand.name}</title>
<style nonce="${nonce}">${new Markup(style)}</style>
</head>
<body><header><strong>${brand.name}</strong>${languageChoice(view)}</header><main><h1>${view.title}</h1>${view.content}</main></body>
</html>`
  return setSecretHeaders(reply)
    .code(view.status ?? 200)
    .header('content-security-policy', policy.join('; '))
    .header('content-language', view.language)
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>\n${text}\n`)
}

/** The address of the page contains its secret, so it must not be stored, indexed or sent on. */
export function setSecretHeaders(reply: FastifyReply): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex, nofollow')
}
