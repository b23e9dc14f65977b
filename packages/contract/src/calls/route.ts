import * as z from 'zod/mini'
import type { ApiScope } from '../integrations/integration.ts'
import { listLimits } from '../values/limits.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** Who may call: anybody, a signed-in teacher, or an administrator. */
export type Access = 'public' | 'teacher' | 'administrator'
/**
 * How the input is sent: JSON or query (default), a multipart form with these file fields, or signed raw
 * bytes.
 */
export type Body = 'json' | 'multipart' | 'raw'

/**
 * One API call. `input` covers path parameters, query and body together; `success` is the status of a
 * successful response.
 */
export interface Route<Input = unknown, Parsed = unknown, Reply = unknown> {
  method: Method
  /**
   * Below `/api/v1`, with `:name` parameters and no trailing slash; the server answers with and without one.
   */
  path: string
  access: Access
  /** The scope that an API key needs for this call; without it only signed-in people may call. */
  scope?: ApiScope
  body?: Body
  /** Reply as `text/plain` instead of JSON. */
  plainText?: true
  /**
   * Reply as a file of this type instead of JSON; the reply is an `Attachment`, a `LongAttachment` or a
   * `RangedAttachment`.
   */
  attachment?:
    | 'application/pdf'
    | 'application/octet-stream'
    | 'application/json'
    | 'application/zip'
    | 'application/x-tar'
    | 'text/csv; charset=utf-8'
  success?: 200 | 201 | 202
  /** Takes an `Idempotency-Key`: the same call with the same key has its effect once. */
  repeatable?: true
  /** Stores something new that takes room, and is refused (507) while the disk has little left. */
  storesFiles?: true
  summary: string
  input: z.ZodMiniType<Parsed, Input>
  reply: z.ZodMiniType<Reply>
}

export function defineRoute<I, P, R>(route: Route<I, P, R>): Route<I, P, R> {
  return route
}

export const limit = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(listLimits.largest))
export const offset = z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)), 0)
/** Sort order. A missing value (no score, no student) sorts first, so last in `desc` order. */
export const sorting = <const T extends readonly [string, ...string[]]>(
  sorts: T,
  usual: T[number],
  order: 'asc' | 'desc',
) => ({
  sort: z.pipe(
    z.optional(z.enum(sorts)),
    z.transform((sort) => sort ?? usual),
  ),
  order: z._default(z.enum(['asc', 'desc']), order),
})

/** An IANA name; UTC when absent or unknown. */
export const timeZone = z.optional(z.string().check(z.maxLength(64)))
