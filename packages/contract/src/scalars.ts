import * as z from 'zod/mini'

export const Id = z.string()
/** In UTC, with a `Z`. */
export const Time = z.iso.datetime()
export const Count = z.object({ total: z.int() })
/** Yes or no; as text in forms and queries. */
export const Flag = z.union([
  z.boolean(),
  z.pipe(
    z.enum(['true', 'false']),
    z.transform((text) => text === 'true'),
  ),
])
export const Deleted = z.object({ id: Id, deleted: z.literal(true) })

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text can be one of our ids: an id column in the database refuses anything else with an error. */
export const isId = (value: string): boolean => idPattern.test(value)
