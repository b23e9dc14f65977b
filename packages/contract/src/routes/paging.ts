import * as z from 'zod/mini'
import { listLimits } from '../limits.ts'

export const limit = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(listLimits.largest))
export const offset = z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)), 0)
/** Sort order. A missing value (no score, no student) sorts first, so last in `desc` order. */
export const sorting = <const T extends readonly [string, ...string[]]>(sorts: T, usual: T[number], order: 'asc' | 'desc') => ({
  sort: z.pipe(
    z.optional(z.enum(sorts)),
    z.transform((sort) => sort ?? usual),
  ),
  order: z._default(z.enum(['asc', 'desc']), order),
})
