import { randomBytes } from 'node:crypto'
import { brand } from '@penmark/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { html, Markup } from '../../../../lib/html.ts'
import { chooseLocale } from '../../../../locale/locale.ts'
import { translatorOf } from '../../../../locale/texts.ts'

/** The web's colours, for pages that platforms show in their frames. */
const style = `
:root { color-scheme: light dark; --paper: #fbfaf7; --ink: #1c1a17; --soft: #5b554c; --accent: #146665; --on: #ffffff; }
@media (prefers-color-scheme: dark) { :root { --paper: #171614; --ink: #edeae3; --soft: #b5afa3; --accent: #74c5bd; --on: #10201f; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 400 1rem/1.5 "Segoe UI", system-ui, sans-serif; }
main { max-width: 34rem; margin: 0 auto; padding: 3rem 1.25rem; }
h1 { margin: 0 0 1rem; font: 600 1.5rem/1.25 Georgia, serif; overflow-wrap: anywhere; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; } .soft { color: var(--soft); }
.action { display: inline-block; padding: .6rem 1.1rem; border: 0; border-radius: 4px; background: var(--accent); color: var(--on);
  font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
.action:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }`

interface Page {
  title: string
  content: Markup
  status?: number
  /** Runs when the page has loaded. It must not contain a value from outside. */
  script?: string
  /** Origins that may frame the page. */
  framedBy?: string[]
  /** Origins that the page's forms may post to; ours by default. */
  formTargets?: string[]
  /** Seconds after which the page reloads itself. */
  reloadSeconds?: number
}

const localeOf = ({ headers }: FastifyRequest) => chooseLocale(headers['accept-language'])

/** The texts in the language of the visitor's browser. */
export const textsFor = (request: FastifyRequest) => translatorOf('lti', localeOf(request))

/** A hidden field for every value. */
export const hidden = (values: Record<string, string | undefined>): Markup[] =>
  Object.entries(values).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value ?? ''}">`,
  )

/** The origins of these addresses; invalid ones are left out. */
export const originsOf = (...urls: string[]) => [
  ...new Set(urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin)),
]

/**
 * Sends a standalone page that only the named origins may frame. The frame header and opener policy of other
 * pages are lifted, because the platform that opened the page must be notified when it is done.
 */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  const nonce = randomBytes(16).toString('base64url')
  const { framedBy = [], formTargets = ["'self'"], reloadSeconds, script } = page
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    `form-action ${formTargets.join(' ')}`,
    "base-uri 'none'",
    `frame-ancestors ${framedBy.length === 0 ? "'none'" : framedBy.join(' ')}`,
  ]
  const { text } = html`<html lang="${localeOf(request)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${reloadSeconds !== undefined && html`<meta http-equiv="refresh" content="${reloadSeconds}">`}
<title>${page.title} – ${brand.name}</title>
<style nonce="${nonce}">${new Markup(style)}</style>
</head>
<body><main><h1>${page.title}</h1>${page.content}</main>${script !== undefined && html`<script nonce="${nonce}">${new Markup(script)}</script>`}</body>
</html>`
  return reply
    .code(page.status ?? 200)
    .removeHeader('x-frame-options')
    .header('content-security-policy', policy.join('; '))
    .header('cross-origin-opener-policy', 'unsafe-none')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>\n${text}\n`)
}
