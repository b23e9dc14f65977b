import * as z from 'zod/mini'

export const Id = z.string()
/** In UTC, with a `Z`. */
export const Time = z.iso.datetime()
export const Count = z.object({ total: z.int() })
export const Deleted = z.object({ id: Id, deleted: z.literal(true) })
