import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import { Problem } from '@penmark/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The web's build writes this where every page needs its own nonce. */
const noncePlaceholder = '__CSP_NONCE__'

/** Addresses that never answer with the page: a missing file there must be seen as missing. */
function isPageAddress(request: FastifyRequest): boolean {
  const { pathname } = new URL(request.url, 'http://localhost')
  return (
    !/^\/(api|assets|locales|oauth2|identity|interaction|\.well-known)(\/|$)/.test(pathname) && !path.posix.basename(pathname).includes('.')
  )
}

/** The policy of a page. Style elements are allowed by nonce only; scripts come from our own files. */
function pagePolicy(nonce: string, connectTo: string[]): string {
  return [
    "default-src 'self'",
    "base-uri 'none'",
    `connect-src ${["'self'", ...connectTo].join(' ')}`,
    "font-src 'self'",
    `form-action ${["'self'", ...connectTo].join(' ')}`,
    "frame-ancestors 'none'",
    "img-src 'self' data: https:",
    "object-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
  ].join(';')
}

export interface WebOptions {
  /** Folder with the built web (`index.html`, `assets/`, `locales/`). */
  folder: string
  /** Origins beside our own that the page calls: those of an external identity provider. */
  connectTo: string[]
}

/** Serves the built web, and its page for every address that is the web's own. */
export async function serveWeb(app: FastifyInstance, { folder, connectTo }: WebOptions): Promise<void> {
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
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (page === null || (request.method !== 'GET' && request.method !== 'HEAD') || !isPageAddress(request)) {
      throw new Problem('not_found', 'There is nothing at this address.')
    }
    const nonce = randomBytes(16).toString('base64')
    await reply
      .header('content-security-policy', pagePolicy(nonce, connectTo))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(noncePlaceholder, nonce))
  }
  app.get('/', sendPage)
  app.get('/index.html', sendPage)
  app.setNotFoundHandler(sendPage)
}
