import { z } from 'zod'
import { listLimits } from './limits.ts'

export const limit = z.coerce.number().int().min(1).max(listLimits.largest)
export const offset = z.coerce.number().int().min(0).max(1_000_000).default(0)
/** In which order: a value that is missing (no score, no student) comes before every other, so last when the order is `desc`. */
export const sorting = <const T extends readonly [string, ...string[]]>(sorts: T, usual: T[number], order: 'asc' | 'desc') => ({
  sort: z
    .enum(sorts)
    .optional()
    .transform((sort) => sort ?? usual),
  order: z.enum(['asc', 'desc']).default(order),
})
