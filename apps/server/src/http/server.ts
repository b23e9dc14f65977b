import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import { apiBase, brand, Problem, type Route } from '@penmark/contract'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { type AnswerSeen, seen } from '../observe/channels.ts'
import { describeApi } from './openapi.ts'
import { sendProblem } from './problem.ts'

export interface ServerOptions {
  logger: FastifyBaseLogger
  trustProxy: boolean
  version: string
  routes: Record<string, Route>
  /** Throws while something the product needs is not ready. */
  assertReady(): Promise<void>
}

/** The policy of everything but the web's pages: plain forms and files of our own, no script or style inside a page. */
const policy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    imgSrc: ["'self'", 'data:'],
    objectSrc: ["'none'"],
  },
}

/** Clients write `classgroups` too (decision 36). */
function oneSpelling(url: string): string {
  return url.replace(/^\/api\/v1\/classgroups(?=[/?]|$)/, `${apiBase}/class-groups`)
}

/** JSON bodies, also an empty one: `POST /documents/:id/reprocess` is sent with a JSON content type and no body. */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, String(body), done)
  })
}

/** An HTTP server with our errors, headers, health and OpenAPI, and no route of a feature yet. */
export async function createServer({ logger, trustProxy, version, routes, assertReady }: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: logger,
    trustProxy,
    // Addresses hold ids of documents and authorization codes; the hook below logs the route instead.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 256 * 1024,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    rewriteUrl: ({ url = '/' }) => oneSpelling(url),
  })
  readJson(app)
  app.setErrorHandler(sendProblem)
  await app.register(helmet, {
    contentSecurityPolicy: policy,
    // Only a deployment behind https should promise https for ever; that is the proxy's to say.
    strictTransportSecurity: false,
    frameguard: { action: 'deny' },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  })
  await app.register(compress, { encodings: ['gzip', 'deflate', 'identity'], threshold: 2_048, zlibOptions: { level: 1 } })
  await app.register(multipart)
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('access-control-expose-headers', 'Content-Disposition')
  })
  app.addHook('onResponse', async (request, reply) => {
    request.log.debug(
      { method: request.method, route: request.routeOptions.url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'Answered',
    )
    if (!seen.answer.hasSubscribers) return
    const told: AnswerSeen = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    }
    seen.answer.publish(told)
  })

  const sayReady = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store')
    try {
      await assertReady()
      return { status: 'ready' }
    } catch (error) {
      request.log.warn({ err: error }, 'Not ready')
      throw new Problem('busy', `${brand.name} is not ready yet.`, { cause: error })
    }
  }
  // Whoever asks the product's own port whether it lives wants to know whether it serves.
  app.get('/healthz', sayReady)
  app.get('/readyz', sayReady)
  const description = describeApi(routes, version)
  app.get(`${apiBase}/openapi.json`, async () => description)
  return app
}
