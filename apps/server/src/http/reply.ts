import type { Route } from '@penmark/contract'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'

/** Enough to find a row: its id, and the invalid fields. Values may be student text. */
function describeRow(row: unknown, error: z.core.$ZodError): { row_id: unknown; fields: string[] } {
  const id = typeof row === 'object' && row !== null && 'id' in row ? row.id : null
  return { row_id: id, fields: error.issues.map(({ path }) => path.join('.')) }
}

/**
 * Validates the reply. Parsing strips fields that are not in the contract, so that a column can never leak. An invalid row of a list is
 * left out and logged: one bad row must not break the whole list.
 */
export function parseReply<I, P, R>(route: Pick<Route<I, P, R>, 'reply'>, result: R, logger: FastifyBaseLogger): R {
  const { reply }: { reply: z.ZodMiniType } = route
  const whole = route.reply.safeParse(result)
  if (whole.success) return whole.data
  if (!(reply instanceof z.ZodMiniArray) || !Array.isArray(result)) throw whole.error
  const element: z.core.$ZodType = reply.def.element
  const rows = result.flatMap((row: unknown) => {
    const parsed = z.safeParse(element, row)
    if (parsed.success) return [parsed.data]
    logger.error(describeRow(row, parsed.error), 'A row of a list does not fit the contract and was left out')
    return []
  })
  return route.reply.parse(rows)
}
