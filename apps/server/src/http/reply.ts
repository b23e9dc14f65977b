import { Readable } from 'node:stream'
import type { RangedAttachment, Route } from '@penmark/contract'
import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import * as z from 'zod/mini'

/** Enough to find a row: its id, and the invalid fields. Values may be student text. */
function describeRow(row: unknown, error: z.core.$ZodError): { row_id: unknown; fields: string[] } {
  const id = typeof row === 'object' && row !== null && 'id' in row ? row.id : null
  return { row_id: id, fields: error.issues.map(({ path }) => path.join('.')) }
}

/**
 * Validates the reply. Parsing strips fields that are not in the contract, so that a column can never leak.
 * An invalid row of a list is left out and logged: one bad row must not break the whole list.
 */
export function parseReply<I, P, R>(
  route: Pick<Route<I, P, R>, 'reply'>,
  result: R,
  logger: FastifyBaseLogger,
): R {
  const { reply }: { reply: z.ZodMiniType } = route
  const parsedReply = route.reply.safeParse(result)
  if (parsedReply.success) return parsedReply.data
  if (!(reply instanceof z.ZodMiniArray) || !Array.isArray(result)) throw parsedReply.error
  const element: z.core.$ZodType = reply.def.element
  const rows = result.flatMap((row: unknown) => {
    const parsed = z.safeParse(element, row)
    if (parsed.success) return [parsed.data]
    logger.error(describeRow(row, parsed.error), 'A row of a list does not fit the contract and was left out')
    return []
  })
  return route.reply.parse(rows)
}

/** First and last byte, inclusive. */
type Range = [first: number, last: number]

/**
 * The part that a Range header asks for (RFC 9110): `whole` where it cannot be understood or asks for several
 * parts, which a server may answer with everything, and null if nothing of it exists.
 */
export function readRange(header: string | undefined, sizeBytes: number): Range | 'whole' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return 'whole'
  if (from === '')
    return Number(to) === 0 || sizeBytes === 0 ? null : [Math.max(0, sizeBytes - Number(to)), sizeBytes - 1]
  const [first, last] = [Number(from), to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1)]
  if (to !== '' && Number(to) < first) return 'whole'
  return first >= sizeBytes ? null : [first, last]
}

/**
 * Sends the file, or the requested part of it. A client that began with another version of the file gets all
 * of it.
 */
export async function sendRange(
  reply: FastifyReply,
  { size_bytes, etag, read }: RangedAttachment,
): Promise<void> {
  const { range, 'if-range': ifRange } = reply.request.headers
  reply.header('accept-ranges', 'bytes').header('etag', etag)
  const requested = ifRange === undefined || ifRange === etag ? readRange(range, size_bytes) : 'whole'
  if (requested === null) {
    await reply
      .code(416)
      .header('content-range', `bytes */${size_bytes}`)
      .header('content-length', 0)
      .send('')
    return
  }
  const [first, last] = requested === 'whole' ? [0, size_bytes - 1] : requested
  if (requested !== 'whole') reply.code(206).header('content-range', `bytes ${first}-${last}/${size_bytes}`)
  reply.header('content-length', last - first + 1)
  await reply.send(Readable.from(read(first, last), { objectMode: false }))
}
