import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { writeDate } from '@penmark/wording'
import { chooseLocale, defaultLocale, type Locale, locales } from '../../locale/locale.ts'

const styleLink = /<link rel="stylesheet"(?: crossorigin)? href="(\/[^"]+\.css)"\s*\/?>/g
const plainScript = /<script src="(\/[^"]+\.js)"><\/script>/g

/**
 * Inlines a page's styles and blocking scripts: on a slow line each would delay the first paint by a round
 * trip. `read` returns the content of one of our URLs, or null. Unknown content, and content that would end
 * its element early, stays a link.
 */
export function inline(html: string, read: (address: string) => string | null): string {
  const replaceWith = (element: 'style' | 'script') => (link: string, address: string) => {
    const content = read(address)?.trim()
    return content === undefined || content.includes(`</${element}`)
      ? link
      : `<${element}>${content}</${element}>`
  }
  return html.replace(styleLink, replaceWith('style')).replace(plainScript, replaceWith('script'))
}

/** The hashes that the content security policy needs for elements written by `inline`. */
export function inlineHashes(html: string): { styles: string[]; scripts: string[] } {
  const hashes = (element: RegExp) =>
    [...html.matchAll(element)].map(
      ([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
    )
  return { styles: hashes(/<style>([\s\S]*?)<\/style>/g), scripts: hashes(/<script>([\s\S]*?)<\/script>/g) }
}

export interface PublicPage {
  html: string
  etag: string
}

/** Settings of the public pages. */
export interface SiteSettings {
  origin: string
  supportEmail: string
  /** An image that the home page loads after consent; null for none. */
  adPixelUrl: string | null
  /** Date of the legal texts, as `2025-01-01`. */
  legalDate: string
  copyrightYear: string
}

/**
 * One page in one language: for visitors who asked for the language in the URL, and for others. They differ
 * in their canonical URL.
 */
interface PageVariants {
  requested: PublicPage
  negotiated: PublicPage
}

/** The public pages by path and language. */
export type PublicPages = Map<string, Map<Locale, PageVariants>>

/**
 * Reads the pages that the build wrote for a model (those of `standard` for an unreleased model), and fills
 * in the settings.
 */
export function readPublicPages(webFolder: string, model: string, settings: SiteSettings): PublicPages {
  const folder = path.join(webFolder, '.pages')
  const modelFolder = path.join(folder, path.basename(model))
  const chosen = fs.existsSync(modelFolder) ? modelFolder : path.join(folder, 'standard')
  const pages: PublicPages = new Map()
  const files = new Map<string, string | null>()
  const read = (address: string) => {
    const known = files.get(address)
    if (known !== undefined) return known
    const file = path.join(webFolder, address)
    const content = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null
    files.set(address, content)
    return content
  }
  for (const language of locales) {
    const languageFolder = path.join(chosen, language)
    if (!fs.existsSync(languageFolder)) continue
    for (const file of fs.readdirSync(languageFolder)) {
      const name = path.basename(file, '.html')
      const address = name === 'home' ? '/' : `/${name}`
      const html = fillPlaceholders(
        inline(fs.readFileSync(path.join(languageFolder, file), 'utf8'), read),
        language,
        settings,
      )
      const page = pages.get(address) ?? new Map<Locale, PageVariants>()
      const url = `${settings.origin}${address}`
      pages.set(
        address,
        page.set(language, {
          requested: toPage(html, `${url}?lang=${language}`),
          negotiated: toPage(html, url),
        }),
      )
    }
  }
  return pages
}

/** Hashes of the inline styles and scripts on any of the pages. */
export function hashesOf(pages: PublicPages): { styles: string[]; scripts: string[] } {
  const all = [...pages.values()].flatMap((page) =>
    [...page.values()].map(({ negotiated }) => inlineHashes(negotiated.html)),
  )
  return {
    styles: [...new Set(all.flatMap(({ styles }) => styles))],
    scripts: [...new Set(all.flatMap(({ scripts }) => scripts))],
  }
}

function toPage(page: string, address: string): PublicPage {
  const html = page.replaceAll('__ADDRESS__', address)
  return { html, etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"` }
}

function fillPlaceholders(
  html: string,
  language: Locale,
  { origin, supportEmail, adPixelUrl, legalDate, copyrightYear }: SiteSettings,
): string {
  const day = writeDate(
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }),
    new Date(legalDate),
  )
  return html
    .replaceAll('__ORIGIN__', origin)
    .replaceAll('__SUPPORT_EMAIL__', supportEmail)
    .replaceAll('__AD_PIXEL_URL__', (adPixelUrl ?? '').replaceAll('&', '&amp;').replaceAll('"', '&quot;'))
    .replaceAll('__LEGAL_DATE__', day)
    .replaceAll('__COPYRIGHT_YEAR__', copyrightYear)
}

export const languageCookie = 'penmark.locale'

function cookieValue(name: string, cookies: string): string {
  const found = cookies.split(';').map((cookie) => cookie.trim().split('='))
  return found.find(([other]) => other === name)?.[1] ?? ''
}

/**
 * Whether the visitor's stored consent refuses preferences, which include the language. Without stored
 * consent nothing is refused.
 */
export function refusesPreferences(cookies = ''): boolean {
  try {
    const record: unknown = JSON.parse(decodeURIComponent(cookieValue('penmark.consent', cookies)))
    return (
      typeof record === 'object' && record !== null && 'preferences' in record && record.preferences === false
    )
  } catch {
    return false
  }
}

/** The language of a page: from the URL, else chosen before, else the browser's, else en-GB. */
export function pickLanguage(requested: string | null, cookies = '', acceptLanguage = ''): Locale {
  return chooseLocale(acceptLanguage, requested, cookieValue(languageCookie, cookies))
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const addressOf = (origin: string, address: string, language: Locale) =>
  escapeXml(`${origin}${address}${language === defaultLocale ? '' : `?lang=${language}`}`)

/** Every public page in every language, each with its alternates. */
export function siteMap(origin: string, addresses: string[]): string {
  const urls = addresses.flatMap((address) => {
    const siblings = locales.map(
      (language) =>
        `<xhtml:link rel="alternate" hreflang="${language}" href="${addressOf(origin, address, language)}"/>`,
    )
    return locales.map(
      (language) => `<url><loc>${addressOf(origin, address, language)}</loc>${siblings.join('')}</url>`,
    )
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`
}

/** Lets robots read the public pages and nothing else. */
export function robots(origin: string, addresses: string[]): string {
  const allowed = addresses.map((address) => `Allow: ${address}${address === '/' ? '$' : ''}`)
  const files = ['/assets/', '/pictures/', '/evaluation/', '/locales/', '/icon.svg', '/sitemap.xml'].map(
    (address) => `Allow: ${address}`,
  )
  return `User-agent: *\n${[...allowed, ...files].join('\n')}\nDisallow: /\n\nSitemap: ${origin}/sitemap.xml\n`
}

/** Whom to tell about a weakness of this installation: RFC 9116. */
export function securityText(origin: string, email: string, now: Date): string {
  const expires = new Date(now)
  expires.setUTCMonth(expires.getUTCMonth() + 6)
  return `Contact: mailto:${email}\nExpires: ${expires.toISOString()}\nPreferred-Languages: en, fr\nCanonical: ${origin}/.well-known/security.txt\n`
}
