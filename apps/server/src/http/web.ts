import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import { isPage, Problem } from '@penmark/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { defaultLocale } from '../locale/locale.ts'
import {
  hashesOf,
  languageCookie,
  type PagePlaces,
  pickLanguage,
  readPublicPages,
  refusesPreferences,
  robots,
  siteMap,
} from './public-pages.ts'

/** The web's build writes this where every page needs its own nonce. */
const noncePlaceholder = '__CSP_NONCE__'

/** What was asked for, with the host left out. A path of two slashes would be read as a host where it stood alone. */
function addressOf({ url }: FastifyRequest): URL {
  return new URL(`http://localhost${url}`)
}

/** Addresses that never answer with the page: a missing file there must be seen as missing. */
function isPageAddress(request: FastifyRequest): boolean {
  const { pathname } = addressOf(request)
  return (
    !/^\/(api|assets|locales|oauth2|identity|interaction|\.well-known)(\/|$)/.test(pathname) && !path.posix.basename(pathname).includes('.')
  )
}

/** What a page needs beside our own files. */
interface Needs {
  nonce?: string
  connectTo?: string[]
  scriptsFrom?: string[]
  framesFrom?: string[]
  /** Where left out, any https address: pictures of accounts lie with their identity provider. */
  imagesFrom?: string[]
  /** Hashes of what stands in the page itself. */
  inline?: { styles: string[]; scripts: string[] }
}

/** The policy of a page. What stands in it is allowed by nonce or by hash only; all else comes from our own files. */
function pagePolicy({
  nonce,
  connectTo = [],
  scriptsFrom = [],
  framesFrom = [],
  imagesFrom = ['https:'],
  inline = { styles: [], scripts: [] },
}: Needs): string {
  const own = nonce === undefined ? "'self'" : `'self' 'nonce-${nonce}'`
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
    `script-src ${[own, ...inline.scripts, ...scriptsFrom].join(' ')}`,
    `style-src ${[own, ...inline.styles].join(' ')}`,
  ].join(';')
}

/** Where Google's check comes from. Its script is added to a page only for visitors who allow analytics cookies. */
const recaptchaNeeds: Needs = {
  connectTo: ['https://www.google.com/recaptcha/'],
  scriptsFrom: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  framesFrom: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  imagesFrom: ['https://www.gstatic.com/recaptcha/'],
}

export interface WebOptions {
  /** Folder with the built web (`index.html`, `assets/`, `locales/`). */
  folder: string
  /** Origins beside our own that the page calls: those of an external identity provider. */
  connectTo: string[]
  /** Name of the model whose figures the public pages show, and what only the operator knows of them. */
  site: PagePlaces & { model: string; hasRecaptcha: boolean }
}

/** Five years: a language is chosen once. */
const languageSeconds = 5 * 365 * 24 * 60 * 60

/** Whether the address is that of a person coming back from signing in, which is the application's to finish. */
function isReturn(query: URLSearchParams): boolean {
  return query.has('state') && (query.has('code') || query.has('error'))
}

/** Serves the built web, and its page for every address that is the web's own. */
export async function serveWeb(app: FastifyInstance, { folder, connectTo, site }: WebOptions): Promise<void> {
  const indexFile = path.join(folder, 'index.html')
  const page = fs.existsSync(indexFile) ? fs.readFileSync(indexFile, 'utf8') : null
  if (page !== null) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: true,
      // The build lays .br and .gz files beside each text.
      preCompressed: true,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (response, file) => {
        // Names below assets/ carry a hash of their content.
        void response.header(
          'cache-control',
          file.startsWith(path.join(folder, 'assets')) ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
      },
    })
  }
  // Files of our own alone and no nonce, so that a cache may keep the page; Google's only where the operator has set it up.
  const publicPages = readPublicPages(folder, site.model, site)
  const needs: Needs = site.hasRecaptcha ? recaptchaNeeds : {}
  const imagesFrom = [...(needs.imagesFrom ?? []), ...(site.adPixelUrl === null ? [] : [new URL(site.adPixelUrl).origin])]
  const publicPolicy = pagePolicy({ ...needs, imagesFrom, inline: hashesOf(publicPages) })
  const sendPublic = async (request: FastifyRequest, reply: FastifyReply) => {
    const { pathname, searchParams } = addressOf(request)
    const languages = publicPages.get(pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname)
    if (languages === undefined || isReturn(searchParams)) return sendPage(request, reply)
    const asked = searchParams.get('lang')
    const language = pickLanguage(asked, request.headers.cookie, request.headers['accept-language'])
    // en-GB stands behind the bare address, whoever asks for it.
    const found = languages.get(language)?.[asked === language && language !== defaultLocale ? 'asked' : 'given']
    if (found === undefined) return sendPage(request, reply)
    if (asked === language && !refusesPreferences(request.headers.cookie))
      reply.header('set-cookie', `${languageCookie}=${language}; Path=/; Max-Age=${languageSeconds}; SameSite=Lax`)
    reply
      .header('content-security-policy', publicPolicy)
      .header('content-language', language)
      .header('vary', 'accept-language, cookie')
      .header('cache-control', 'no-cache')
      .header('etag', found.etag)
    if (request.headers['if-none-match'] === found.etag) return reply.code(304).send()
    return reply.type('text/html; charset=utf-8').send(found.html)
  }
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (page === null || (request.method !== 'GET' && request.method !== 'HEAD') || !isPageAddress(request)) {
      throw new Problem('not_found', 'There is nothing at this address.')
    }
    const { pathname } = addressOf(request)
    const isKnown = isPage(pathname) || publicPages.has(pathname)
    const nonce = randomBytes(16).toString('base64')
    await reply
      // The page itself tells what is not there, in the reader's language.
      .code(isKnown ? 200 : 404)
      .header('content-security-policy', pagePolicy({ nonce, connectTo }))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(noncePlaceholder, nonce))
  }
  app.get('/', sendPublic)
  const addresses = [...publicPages.keys()]
  for (const address of addresses) if (address !== '/') app.get(address, sendPublic)
  app.get('/sitemap.xml', async (_request, reply) => reply.type('application/xml; charset=utf-8').send(siteMap(site.origin, addresses)))
  app.get('/robots.txt', async (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots(site.origin, addresses)))
  app.get('/index.html', sendPage)
  app.setNotFoundHandler(sendPage)
}
