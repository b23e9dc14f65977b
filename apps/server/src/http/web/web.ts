import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import { isPage } from '@penmark/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { daySeconds } from '../../lib/durations.ts'
import { defaultLocale } from '../../locale/locale.ts'
import { problem } from '../../locale/problems/problem.ts'
import {
  hashesOf,
  languageCookie,
  pickLanguage,
  readPublicPages,
  refusesPreferences,
  robots,
  type SiteSettings,
  securityText,
  siteMap,
} from './public-pages.ts'

/** The web's build writes this where each page needs its own nonce. */
const noncePlaceholder = '__CSP_NONCE__'

/** The requested URL without the host. A path of two slashes would otherwise be parsed as a host. */
function urlOf({ url }: FastifyRequest): URL {
  return new URL(`http://localhost${url}`)
}

/** The paths of everything in a folder, with a slash in front. */
function pathsIn(folder: string): Set<string> {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return new Set(names.map((name) => `/${name.replaceAll(path.sep, '/')}`))
}

/**
 * Whether the page answers where nothing else does. A program gets an error below the paths of calls and
 * files, and a person who opened such a path the page that says that it does not exist.
 */
function isPageAddress(request: FastifyRequest): boolean {
  const { pathname } = urlOf(request)
  if (/^\/api(\/|$)/.test(pathname)) return false
  return (
    !/^\/(assets|locales|oauth2|identity|interaction|\.well-known)(\/|$)/.test(pathname) ||
    (request.headers.accept ?? '').includes('text/html')
  )
}

/** What a page loads besides our own files. */
interface PageSources {
  nonce?: string
  connectTo?: string[]
  scriptsFrom?: string[]
  framesFrom?: string[]
  /** Any https URL by default: account pictures are hosted by identity providers. */
  imagesFrom?: string[]
  /** Hashes of inline elements. */
  inline?: { styles: string[]; scripts: string[] }
}

/** The policy of a page. Inline elements need a nonce or a hash; everything else comes from our own files. */
function pagePolicy({
  nonce,
  connectTo = [],
  scriptsFrom = [],
  framesFrom = [],
  imagesFrom = ['https:'],
  inline = { styles: [], scripts: [] },
}: PageSources): string {
  const self = nonce === undefined ? "'self'" : `'self' 'nonce-${nonce}'`
  return [
    "default-src 'self'",
    "base-uri 'none'",
    `connect-src ${["'self'", ...connectTo].join(' ')}`,
    "font-src 'self'",
    `form-action ${["'self'", ...connectTo].join(' ')}`,
    "frame-ancestors 'none'",
    ...(framesFrom.length === 0 ? [] : [`frame-src ${framesFrom.join(' ')}`]),
    `img-src ${["'self'", 'data:', ...imagesFrom].join(' ')}`,
    "object-src 'none'",
    `script-src ${[self, ...inline.scripts, ...scriptsFrom].join(' ')}`,
    `style-src ${[self, ...inline.styles].join(' ')}`,
  ].join(';')
}

/** The origins of Google's check. Its script is added only for visitors who allow analytics cookies. */
const recaptchaSources: PageSources = {
  connectTo: ['https://www.google.com/recaptcha/'],
  scriptsFrom: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  framesFrom: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  imagesFrom: ['https://www.gstatic.com/recaptcha/'],
}

export interface WebOptions {
  /** Folder with the built web (`index.html`, `write.html`, `assets/`, `locales/`). */
  folder: string
  /** Other origins that the page calls: those of an external identity provider. */
  connectTo: string[]
  /** Name of the model whose figures the public pages show, and the operator's settings of those pages. */
  site: SiteSettings & { model: string; hasRecaptcha: boolean }
}

/** Five years, because a language is chosen once. */
const languageSeconds = 5 * 365 * daySeconds

/** Whether the URL is a return from sign-in, which the application finishes. */
function isSignInReturn(query: URLSearchParams): boolean {
  return query.has('state') && (query.has('code') || query.has('error'))
}

/** Serves the built web, and its page for every URL that belongs to the web. */
export async function serveWeb(app: FastifyInstance, { folder, connectTo, site }: WebOptions): Promise<void> {
  const indexFile = path.join(folder, 'index.html')
  const page = fs.existsSync(indexFile) ? fs.readFileSync(indexFile, 'utf8') : null
  const writingFile = path.join(folder, 'write.html')
  const writingPage = fs.existsSync(writingFile) ? fs.readFileSync(writingFile, 'utf8') : null
  if (page !== null) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      // Its own route reads the folder of several hundred files for every request, to compare the spelling of
      // the name.
      serve: false,
      // The build writes .br and .gz files beside each text.
      preCompressed: true,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (response, file) => {
        // Names below assets/ contain a content hash.
        void response.header(
          'cache-control',
          file.startsWith(path.join(folder, 'assets')) ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
      },
    })
    const files = pathsIn(folder)
    app.get('/*', (request, reply) => {
      const { pathname } = urlOf(request)
      return files.has(pathname) ? reply.sendFile(pathname) : reply.callNotFound()
    })
  }
  // Only our own files and no nonce, so that a cache may keep the page; Google's only where the operator set
  // it up.
  const publicPages = readPublicPages(folder, site.model, site)
  const sources: PageSources = site.hasRecaptcha ? recaptchaSources : {}
  const imagesFrom = [
    ...(sources.imagesFrom ?? []),
    ...(site.adPixelUrl === null ? [] : [new URL(site.adPixelUrl).origin]),
  ]
  const publicPolicy = pagePolicy({ ...sources, imagesFrom, inline: hashesOf(publicPages) })
  const sendPublic = async (request: FastifyRequest, reply: FastifyReply) => {
    const { pathname, searchParams } = urlOf(request)
    const languages = publicPages.get(pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname)
    if (languages === undefined || isSignInReturn(searchParams)) return sendPage(request, reply)
    const requestedLanguage = searchParams.get('lang')
    const language = pickLanguage(
      requestedLanguage,
      request.headers.cookie,
      request.headers['accept-language'],
    )
    // The bare URL is always en-GB.
    const variant =
      languages.get(language)?.[
        requestedLanguage === language && language !== defaultLocale ? 'requested' : 'negotiated'
      ]
    if (variant === undefined) return sendPage(request, reply)
    if (requestedLanguage === language && !refusesPreferences(request.headers.cookie))
      reply.header(
        'set-cookie',
        `${languageCookie}=${language}; Path=/; Max-Age=${languageSeconds}; SameSite=Lax`,
      )
    reply
      .header('content-security-policy', publicPolicy)
      .header('content-language', language)
      .header('vary', 'accept-language, cookie')
      .header('cache-control', 'no-cache')
      .header('etag', variant.etag)
    if (request.headers['if-none-match'] === variant.etag) return reply.code(304).send()
    return reply.type('text/html; charset=utf-8').send(variant.html)
  }
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (page === null || (request.method !== 'GET' && request.method !== 'HEAD') || !isPageAddress(request)) {
      throw problem('not_found', 'address_unknown')
    }
    const { pathname } = urlOf(request)
    const isKnown = isPage(pathname) || publicPages.has(pathname)
    const nonce = randomBytes(16).toString('base64')
    await reply
      // The page itself says what is missing, in the reader's language.
      .code(isKnown ? 200 : 404)
      .header('content-security-policy', pagePolicy({ nonce, connectTo }))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(noncePlaceholder, nonce))
  }
  /**
   * The page on which students write. The secret of their link is in the fragment, which never arrives here.
   */
  const sendWritingPage = async (_request: FastifyRequest, reply: FastifyReply) => {
    if (writingPage === null) throw problem('not_found', 'address_unknown')
    const nonce = randomBytes(16).toString('base64')
    return reply
      .header('content-security-policy', pagePolicy({ nonce, imagesFrom: [] }))
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .header('x-robots-tag', 'noindex, nofollow')
      .type('text/html; charset=utf-8')
      .send(writingPage.replaceAll(noncePlaceholder, nonce))
  }
  app.get('/', sendPublic)
  for (const address of ['/write', '/write.html']) app.get(address, sendWritingPage)
  const addresses = [...publicPages.keys()]
  for (const address of addresses) if (address !== '/') app.get(address, sendPublic)
  app.get('/sitemap.xml', async (_request, reply) =>
    reply.type('application/xml; charset=utf-8').send(siteMap(site.origin, addresses)),
  )
  app.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robots(site.origin, addresses)),
  )
  app.get('/.well-known/security.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(securityText(site.origin, site.supportEmail, new Date())),
  )
  // Password managers lead to it from a password that was found elsewhere.
  app.get('/.well-known/change-password', async (_request, reply) => reply.redirect('/profile', 302))
  app.get('/index.html', sendPage)
  app.setNotFoundHandler(sendPage)
}
