import { createServer as createHttpServer } from 'node:http'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import { apiBase, type Route } from '@penmark/contract'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { type IsTrustedProxy, type ProxyTrust, trustedProxies } from '../lib/client-address.ts'
import { daySeconds, minuteMs } from '../lib/durations.ts'
import { chooseLocale } from '../locale/locale.ts'
import { problem } from '../locale/problems/problem.ts'
import { sentenceOf } from '../locale/problems/reason.ts'
import { type AnswerEvent, channels } from '../services/observe/channels.ts'
import { isTraced, type RunningSpan, startSpan } from '../services/observe/tracing.ts'
import type { WriteAccess } from '../services/storage/write-access.ts'
import { refuseUnderPressure } from './back-pressure.ts'
import { createEarlyRefusal } from './early-refusal.ts'
import { areaOf, describeApi } from './openapi.ts'
import { sendProblem } from './problem.ts'

export interface ServerOptions {
  logger: FastifyBaseLogger
  /** Null without a proxy in front. */
  trustProxy: ProxyTrust | null
  /** Where browsers reach the product. */
  publicUrl: string
  version: string
  routes: Record<string, Route>
  /** Throws while something the product needs is not ready. */
  assertReady(): Promise<void>
  /** Codes of what an operator should look at although everything is served. */
  readWarnings(): Promise<string[]>
  /** How many callers wait for a database connection. */
  waitingForDatabase(): number
  writeAccess: Pick<WriteAccess, 'assertMayWrite' | 'readObstacles'>
}

/** The policy of everything but the web's pages: plain forms and our own files, no inline script or style. */
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

/**
 * How long a request may take: its head, and all of it on a school's slowest line. Without a limit slow
 * senders would hold every connection. An idle connection stays open longer than a proxy in front keeps its
 * own.
 */
const timeouts = { headersMs: 20_000, requestMs: 10 * minuteMs, keepAliveMs: 72_000 } as const

/**
 * How much of a form part is buffered before the parser waits for its reader. A part that the parser skips
 * has no reader, and filling the buffer would leave the call unanswered. A socket delivers far less at a
 * time, and the buffer is emptied in between.
 */
const partBufferBytes = 512 * 1_024

/**
 * Answers a request that was refused before routing. No hook has run then, so the security headers are set
 * here.
 */
async function sendEarlyProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply
    .header('content-security-policy', "default-src 'none'")
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
  await sendProblem(error, request, reply)
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Everything but signing in, without which nobody could read either. */
const mayChangeData = /^\/(api\/v1|lti|reply)\//

/** Clients also write `classgroups` (specification, decision 36). */
function normalisePath(url: string): string {
  return url.replace(/^\/api\/v1\/classgroups(?=[/?]|$)/, `${apiBase}/class-groups`)
}

/**
 * JSON bodies, including empty ones: `POST /documents/:id/reprocess` is sent with a JSON content type and no
 * body.
 */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, String(body), done)
  })
}

/** An HTTP server with our errors, headers, health checks and OpenAPI, but no feature routes yet. */
export async function createServer({
  logger,
  trustProxy,
  publicUrl,
  version,
  routes,
  assertReady,
  readWarnings,
  waitingForDatabase,
  writeAccess,
}: ServerOptions): Promise<FastifyInstance> {
  const isTrustedProxy = trustedProxies(trustProxy)
  const overHttps = publicUrl.startsWith('https:')
  const app = Fastify({
    loggerInstance: logger,
    trustProxy: isTrustedProxy,
    // URLs contain ids of documents and authorization codes; the hook below logs the route instead.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 256 * 1024,
    serverFactory: (handle) => {
      const isRefusedEarly = createEarlyRefusal()
      const { headersMs: headersTimeout, requestMs: requestTimeout, keepAliveMs: keepAliveTimeout } = timeouts
      return createHttpServer({ headersTimeout, requestTimeout, keepAliveTimeout }, (request, response) => {
        if (!isRefusedEarly(request, response)) handle(request, response)
      })
    },
    frameworkErrors: (error, request, reply) => void sendEarlyProblem(error, request, reply),
    forceCloseConnections: 'idle',
    // The default of ten seconds would abort a start on a busy machine.
    pluginTimeout: 2 * minuteMs,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    rewriteUrl: ({ url = '/' }) => normalisePath(url),
  })
  traceRequests(app, isTrustedProxy)
  readJson(app)
  app.setErrorHandler(sendProblem)
  await refuseUnderPressure(app, waitingForDatabase)
  await app.register(helmet, {
    contentSecurityPolicy: policy,
    // Promise a year of https only when reachable over https alone, and only for this very host.
    strictTransportSecurity: overHttps ? { maxAge: 365 * daySeconds, includeSubDomains: false } : false,
    frameguard: { action: 'deny' },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  })
  await app.register(compress, {
    encodings: ['gzip', 'deflate', 'identity'],
    threshold: 2_048,
    zlibOptions: { level: 1 },
  })
  await app.register(cookie)
  // Do not throw at the size limit: the reader of the form checks whether a file was truncated.
  await app.register(multipart, { fileHwm: partBufferBytes, throwFileSizeLimit: false })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('access-control-expose-headers', 'Content-Disposition')
  })
  app.addHook('onRequest', async ({ method, url }) => {
    if (!safeMethods.has(method) && mayChangeData.test(url)) writeAccess.assertMayWrite()
  })
  app.addHook('onResponse', async (request, reply) => {
    request.log.debug(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'Answered',
    )
    if (!channels.answer.hasSubscribers) return
    const report: AnswerEvent = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    }
    channels.answer.publish(report)
  })

  const sendReadiness = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store')
    try {
      await assertReady()
      return { status: 'ready' }
    } catch (error) {
      request.log.warn({ err: error }, 'Not ready')
      throw problem('busy', 'not_ready', {}, { cause: error })
    }
  }
  // Health checks of the public port ask whether it serves.
  app.get('/healthz', async (request, reply) => {
    const readiness = await sendReadiness(request, reply)
    const [found, obstacles] = await Promise.all([readWarnings(), writeAccess.readObstacles()])
    const warnings = found.length === 0 ? {} : { warnings: found }
    if (obstacles.length === 0) return { ...readiness, ...warnings }
    const locale = chooseLocale(request.headers['accept-language'])
    const reasons = obstacles.map((each) => ({ code: each.code, detail: sentenceOf(each, locale) }))
    return reply.code(503).send({ status: 'degraded', reasons, ...warnings })
  })
  app.get('/readyz', sendReadiness)
  // Made when somebody asks, because it takes longer than binding all routes.
  const descriptions = new Map<string | undefined, object>()
  app.get<{ Querystring: { area?: string } }>(`${apiBase}/openapi.json`, async ({ query: { area } }) => {
    const described = Object.entries(routes).filter(
      ([, route]) => area === undefined || areaOf(route) === area,
    )
    if (described.length === 0) throw problem('not_found', 'address_unknown')
    const description =
      descriptions.get(area) ?? describeApi(Object.fromEntries(described), version, publicUrl)
    descriptions.set(area, description)
    return description
  })
  return app
}

/**
 * Makes every request a trace span. A trace header is followed only from a trusted proxy: others could choose
 * what is traced.
 */
function traceRequests(app: FastifyInstance, isTrustedProxy: IsTrustedProxy): void {
  if (!isTraced()) return
  const spans = new WeakMap<FastifyRequest, RunningSpan>()
  const traceparentOf = ({ headers: { traceparent }, socket }: FastifyRequest) =>
    typeof traceparent === 'string' && isTrustedProxy(socket.remoteAddress, 0) ? traceparent : null

  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const attributes = { 'http.request.method': request.method, 'http.route': route }
    const span = startSpan({
      name: `${request.method} ${route}`,
      kind: 'answer',
      parent: traceparentOf(request),
      attributes,
    })
    if (span === null) return done()
    spans.set(request, span)
    span.run(done)
  })
  // A streamed body loses the span's context, because the socket's events continue from there.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.run(done)
    else done()
  })
  app.addHook('onResponse', async (request, reply) => {
    const attributes = { 'http.response.status_code': reply.statusCode }
    if (reply.statusCode >= 500) spans.get(request)?.fail(attributes)
    else spans.get(request)?.end(attributes)
  })
}
