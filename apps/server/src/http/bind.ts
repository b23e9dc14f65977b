import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { Attachment, apiBase, LongAttachment, RangedAttachment, type Route } from '@penmark/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { networkOf } from '../lib/client-address.ts'
import { chooseLocale, type Locale } from '../locale/locale.ts'
import { problem } from '../locale/problems/problem.ts'
import type { Storage } from '../services/storage/storage.ts'
import type { WaitForTurn } from './call-limiter.ts'
import { createCallOwners, digestOf } from './call-owner.ts'
import type { Authenticate, Caller } from './caller.ts'
import { readIdempotencyKey } from './idempotency-key.ts'
import { invalidInput } from './invalid-input.ts'
import { discard, type ReceivedFile, receiveFields, receiveForm } from './multipart.ts'
import { parseReply, sendRange } from './reply.ts'

/** Someone not signed in, known only by their network. */
export interface Visitor {
  network: string
  /** The language of the response. */
  locale: Locale
}

export type PublicAction<P, R> = (input: P, visitor: Visitor) => Promise<R>
/** Takes the raw bytes, because a signature covers them. */
export type RawAction<R> = (body: Buffer, headers: IncomingHttpHeaders) => Promise<R>
/** `key` is the `Idempotency-Key` of a repeatable call; null without one. */
export type Action<P, R> = (input: P, caller: Caller, files: ReceivedFile[], key: string | null) => Promise<R>

export interface BindOptions {
  bodyBytes?: number
  /**
   * Throws to refuse a form before it is read. `bytes` is the announced size; 0 when unknown. `key` as for an
   * action.
   */
  beforeBody?: (caller: Caller, bytes: number, key: string | null) => Promise<void>
}

interface PublicOptions<P> extends Pick<BindOptions, 'bodyBytes'> {
  /**
   * A secret in the input that tells callers of the same network apart: a whole class writes from one
   * address.
   */
  ownerOf?: (input: P) => string
}

/** Takes a piece of a long file as it is. */
export type BytesAction<P, R> = (input: P, bytes: Buffer, visitor: Visitor) => Promise<R>

interface BytesOptions<P> {
  bodyBytes: number
  /** Throws to refuse the bytes before they are read. */
  beforeBody: (input: P) => Promise<void>
}

/** Connects the contract's routes to actions. */
export interface Binder {
  bindPublic<I, P, R>(route: Route<I, P, R>, action: PublicAction<P, R>, options?: PublicOptions<P>): void
  bindRaw<I, P, R>(route: Route<I, P, R>, action: RawAction<R>): void
  /** For a public route whose path holds a secret. The input is in the path and the query. */
  bindBytes<I, P, R>(route: Route<I, P, R>, action: BytesAction<P, R>, options: BytesOptions<P>): void
  bind<I, P, R>(route: Route<I, P, R>, action: Action<P, R>, options?: BindOptions): void
  /**
   * For long lists: the action returns the reply's JSON text, which is not validated. A test must compare it
   * with the contract.
   */
  bindJson<I, P, R>(route: Route<I, P, R>, action: (input: P, caller: Caller) => Promise<string>): void
}

const visitorOf = ({ ip, headers }: FastifyRequest): Visitor => ({
  network: networkOf(ip),
  locale: chooseLocale(headers['accept-language']),
})

const callers = new WeakMap<FastifyRequest, Caller>()

function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request)
  if (!caller) throw problem('not_signed_in', 'signed_out')
  return caller
}

function fieldsOf(value: unknown): object {
  if (value === undefined || value === null) return {}
  if (typeof value === 'object' && !Array.isArray(value)) return value
  throw problem('invalid_input', 'fields_not_named')
}

function parseInput<I, P, R>(route: Route<I, P, R>, request: FastifyRequest, body: unknown): P {
  // Path parameters come last, so that a body can never override the id in the path.
  const input = { ...fieldsOf(request.query), ...fieldsOf(body), ...fieldsOf(request.params) }
  const parsed = route.input.safeParse(input)
  if (!parsed.success) throw invalidInput(parsed.error, input)
  return parsed.data
}

/** A file name for a header: ASCII for old clients, and escaped UTF-8 (RFC 5987) for all others. */
function contentDisposition(filename: string): string {
  const ascii = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const escaped = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${escaped}`
}

function parseAttachment(body: unknown): Attachment | LongAttachment | RangedAttachment {
  const ranged = RangedAttachment.safeParse(body)
  if (ranged.success) return ranged.data
  const long = LongAttachment.safeParse(body)
  return long.success ? long.data : Attachment.parse(body)
}

/** A stream as it is: one around it would leave it open if the client left before the first byte. */
function streamOf(chunks: LongAttachment['chunks']): Readable {
  return chunks instanceof Readable ? chunks : Readable.from(chunks, { objectMode: false })
}

async function sendAttachment(
  type: string,
  reply: FastifyReply,
  file: Attachment | LongAttachment | RangedAttachment,
): Promise<void> {
  reply
    .header('cache-control', 'no-store')
    .header('content-disposition', contentDisposition(file.filename))
    .type(type)
  if ('read' in file) await sendRange(reply, file)
  else if ('chunks' in file) await reply.send(streamOf(file.chunks))
  else await reply.send(Buffer.from(file.content.buffer, file.content.byteOffset, file.content.byteLength))
}

async function sendReply<I, P, R>(route: Route<I, P, R>, reply: FastifyReply, result: R): Promise<void> {
  const body = parseReply(route, result, reply.log)
  if (route.attachment) return sendAttachment(route.attachment, reply, parseAttachment(body))
  if (!route.plainText) return sendJson(route, reply, JSON.stringify(body))
  reply.code(route.success ?? 200).header('cache-control', 'no-store')
  await reply.type('text/plain; charset=utf-8').send(body)
}

async function sendJson(
  { success = 200 }: Pick<Route, 'success'>,
  reply: FastifyReply,
  text: string,
): Promise<void> {
  await reply
    .code(success)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(text)
}

/**
 * Creates the binder of one server. Turn and access are decided before a body is read; `assertMayAdminister`
 * throws for administrators who may not act yet, such as those without two-factor authentication.
 */
export function createBinder(
  app: FastifyInstance,
  authenticate: Authenticate,
  storage: Storage,
  assertMayAdminister: (caller: Caller) => Promise<void>,
  waitForTurn: WaitForTurn,
  /** Throws while the disk has no room for what a route stores. */
  assertRoom: () => Promise<void>,
): Binder {
  const owners = createCallOwners()
  const waitForOwnTurn = ({ raw }: FastifyReply, request: FastifyRequest) =>
    waitForTurn(owners.ownerOf(request), request, raw)
  const authorise = async (route: Pick<Route, 'access' | 'scope'>, request: FastifyRequest) => {
    const caller = await authenticate(request, route)
    if (route.access === 'administrator') {
      if (!caller.is_administrator) throw problem('not_allowed', 'administrators_only')
      await assertMayAdminister(caller)
    }
    callers.set(request, caller)
    owners.learn(request, caller.teacher_id)
  }
  const add = (
    route: Pick<Route, 'method' | 'path' | 'attachment'>,
    rest: Pick<RouteOptions, 'handler' | 'onRequest' | 'bodyLimit'>,
  ) => {
    // A file that can be sent from any byte on must keep its length.
    const compress = route.attachment === 'application/x-tar' ? { compress: false as const } : {}
    app.route({
      method: route.method,
      url: `${apiBase}${route.path}`,
      exposeHeadRoute: false,
      ...compress,
      ...rest,
    })
  }

  return {
    bindPublic(route, action, options = {}) {
      if (route.access !== 'public') throw new Error(`${route.path} is not public`)
      add(route, {
        ...(options.bodyBytes === undefined ? {} : { bodyLimit: options.bodyBytes }),
        onRequest: async (request, reply) => {
          if (options.ownerOf === undefined) await waitForOwnTurn(reply, request)
        },
        handler: async (request, reply) => {
          const body = route.body === 'multipart' ? await receiveFields(request) : request.body
          const input = parseInput(route, request, body)
          if (route.storesFiles) await assertRoom()
          if (options.ownerOf !== undefined)
            await waitForTurn({ key: digestOf(options.ownerOf(input)) }, request, reply.raw)
          await sendReply(route, reply, await action(input, visitorOf(request)))
        },
      })
    },

    bindJson(route, action) {
      if (route.access === 'public') throw new Error(`${route.path} is public`)
      add(route, {
        onRequest: async (request, reply) => {
          await waitForOwnTurn(reply, request)
          await authorise(route, request)
        },
        handler: async (request, reply) =>
          sendJson(route, reply, await action(parseInput(route, request, request.body), callerOf(request))),
      })
    },

    bindRaw(route, action) {
      if (route.access !== 'public' || route.body !== 'raw')
        throw new Error(`${route.path} is not public and raw`)
      // A separate context, because all routes of a context read bodies the same way.
      void app.register(async (scope) => {
        scope.removeAllContentTypeParsers()
        scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
        scope.route({
          method: route.method,
          url: `${apiBase}${route.path}`,
          onRequest: (request, reply) => waitForOwnTurn(reply, request),
          handler: async ({ body, headers }, reply) =>
            sendReply(route, reply, await action(Buffer.isBuffer(body) ? body : Buffer.alloc(0), headers)),
        })
      })
    },

    bindBytes(route, action, { bodyBytes, beforeBody: beforeBytes }) {
      if (route.access !== 'public' || route.body !== 'raw')
        throw new Error(`${route.path} is not public and raw`)
      void app.register(async (scope) => {
        scope.removeAllContentTypeParsers()
        scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
        scope.route({
          method: route.method,
          url: `${apiBase}${route.path}`,
          bodyLimit: bodyBytes,
          onRequest: async (request, reply) => {
            await waitForOwnTurn(reply, request)
            await beforeBytes(parseInput(route, request, undefined))
          },
          handler: async (request, reply) => {
            const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
            await sendReply(
              route,
              reply,
              await action(parseInput(route, request, undefined), bytes, visitorOf(request)),
            )
          },
        })
      })
    },

    bind(route, action, options = {}) {
      if (route.access === 'public') throw new Error(`${route.path} is public`)
      add(route, {
        onRequest: async (request, reply) => {
          await waitForOwnTurn(reply, request)
          await authorise(route, request)
          if (route.storesFiles) await assertRoom()
        },
        ...(options.bodyBytes === undefined ? {} : { bodyLimit: options.bodyBytes }),
        handler: async (request, reply) => {
          const key = route.repeatable ? readIdempotencyKey(request.headers) : null
          if (route.body !== 'multipart') {
            return sendReply(
              route,
              reply,
              await action(parseInput(route, request, request.body), callerOf(request), [], key),
            )
          }
          await options.beforeBody?.(callerOf(request), Number(request.headers['content-length'] ?? 0), key)
          const { fields, files } = await receiveForm(request, storage)
          try {
            await sendReply(
              route,
              reply,
              await action(parseInput(route, request, fields), callerOf(request), files, key),
            )
          } catch (error) {
            await discard(files, storage)
            throw error
          }
        },
      })
    },
  }
}
