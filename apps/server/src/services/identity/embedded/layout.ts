import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { brand } from '@penmark/contract'
import type { FastifyInstance } from 'fastify'
import { html, Markup } from '../../../lib/html.ts'
import { type Locale, localeName, locales } from '../../../locale/locale.ts'
import { style } from './style.ts'
import { type IdentityTexts, identityTexts } from './texts.ts'

interface Page {
  language: Locale
  title: string
  content: Markup
  /** URL of the same page in another language, if there is one. */
  addressIn?: (locale: Locale) => string
  /** Beside the content on a wide screen, below it on a narrow one. */
  hasAside?: boolean
}

/** A sheet with underlined passages, as in a report. */
const drawing = html`<svg class="drawing" viewBox="27 0 240 176" aria-hidden="true"><path class="sheet" d="M28 8h150l34 34v126H28z"/><path class="sheet-fold" d="M178 8v34h34z"/><path class="sheet-title" d="M52 36h72"/><path class="sheet-line" d="M52 60h132M52 76h118M52 100h136M52 116h128M52 132h96M52 152h60"/><path class="sheet-solid" d="M52 106h136M52 122h128"/><path class="sheet-dotted" d="M108 82h62"/><path class="sheet-margin" d="M38 96v30"/><path class="sheet-margin-faint" d="M38 72v12"/></svg>`

const brandLink = (t: IdentityTexts) =>
  html`<a class="brand" href="/" aria-label="${t('home')}">${mark}<span>${brand.name}</span></a>`

const promisePanel = (t: IdentityTexts) => html`<aside class="promise">
<div>${brandLink(t)}</div>
<div class="promise-inner">${drawing}<h2>${t('promise.title')}</h2><ul><li>${t('promise.certainty')}</li><li>${t('promise.score')}</li><li>${t('promise.training')}</li></ul></div>
</aside>`

/** The other languages of the page, each by its own name. */
export const languageLinks = (current: Locale, addressIn: (locale: Locale) => string): Markup[] =>
  locales
    .filter((locale) => locale !== current)
    .map(
      (locale) =>
        html`<a href="${addressIn(locale)}" lang="${locale}" hreflang="${locale}">${localeName[locale]}</a> `,
    )

/** A whole document. It works without script; the content security policy names everything it loads. */
export function toDocument({ language, title, content, addressIn, hasAside = false }: Page): string {
  const t = identityTexts(language)
  const page = html`<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} – ${brand.name}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${assetAddress.style}">
</head>
<body${hasAside && new Markup(' class="two-columns"')}>
<header class="head">${brandLink(t)}</header>
<main${!hasAside && new Markup(' class="plain"')}>${content}</main>
${hasAside && promisePanel(t)}
<footer class="foot">${addressIn !== undefined && languageLinks(language, addressIn)}</footer>
</body>
</html>`
  return `<!doctype html>\n${page.text}\n`
}

const require = createRequire(import.meta.url)
const fonts = {
  'source-sans-3.woff2': '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
  'source-serif-4.woff2': '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2',
}
const folder = `/identity/${createHash('sha256').update(style).digest('hex').slice(0, 12)}`

/** The URL contains the content's hash, so a browser may cache it forever. */
const assetAddress = { style: `${folder}/style.css` } as const

/** Serves the style sheet and its fonts. */
export function addAssets(app: FastifyInstance): void {
  const add = (path: string, type: string, content: string | Buffer) =>
    app.get(path, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=31536000, immutable').type(type).send(content),
    )
  add(assetAddress.style, 'text/css; charset=utf-8', style)
  for (const [name, file] of Object.entries(fonts))
    add(`${folder}/${name}`, 'font/woff2', readFileSync(require.resolve(file)))
}

const { size, corner, pen, line } = brand.mark

/**
 * The product's mark. Its colours are in the style sheet, because the content security policy allows no
 * inline style.
 */
export const mark = html`<svg viewBox="0 0 ${size} ${size}" aria-hidden="true"><rect class="mark-ground" width="${size}" height="${size}" rx="${corner}"/><path class="mark-pen" d="${pen.path}"/><path class="mark-line" d="${line.path}"/></svg>`
