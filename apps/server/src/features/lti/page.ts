import { randomBytes } from 'node:crypto'
import { brand } from '@penmark/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseLocale, localized } from '../../locale/locale.ts'
import { html, Markup } from '../../outside/identity/embedded/pages/markup.ts'
import { pageWords } from './page-words.ts'

/** Ink on paper as the web has it, for pages that platforms show in frames of theirs. */
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
  /** Runs when the page is there. It must not hold a value from outside. */
  script?: string
  /** Origins that may show the page in a frame. */
  framedBy?: string[]
  /** Origins that forms of the page may go to; ours where left out. */
  sendsTo?: string[]
  /** Seconds after which the page asks for itself again. */
  again?: number
}

/** The words for whoever asks, by what their browser speaks. */
export function wordsFor({ headers }: FastifyRequest) {
  const language = chooseLocale(headers['accept-language'])
  return { language, words: localized(pageWords, language) }
}

/** A hidden field for every value. */
export const hidden = (values: Record<string, string | undefined>): Markup[] =>
  Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value ?? ''}">`)

/**
 * Sends a page that works without the web, which nobody may put into a frame. The frame header and the opener policy of our other pages are
 * lifted, because a platform that opened the page has to hear when it is done.
 */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  const nonce = randomBytes(16).toString('base64url')
  const { framedBy = [], sendsTo = ["'self'"], again, script } = page
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    `form-action ${sendsTo.join(' ')}`,
    "base-uri 'none'",
    `frame-ancestors ${framedBy.length === 0 ? "'none'" : framedBy.join(' ')}`,
  ]
  const { text } = html`<html lang="${wordsFor(request).language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${again !== undefined && html`<meta http-equiv="refresh" content="${again}">`}
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
