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

/**
 * Invisible characters that change the direction of text: with them `essay\u202Efdp.exe` is shown as
 * `essayexe.pdf`.
 */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * One line that a database can store and that is displayed as it is: no control or direction characters, no
 * lone surrogates, trimmed.
 */
export function oneLine(text: string): string {
  return text
    .replaceAll(directions, '')
    .replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ')
    .trim()
}

/** A name, a title or an address, cleaned before its length is checked. */
export const line = () => z.string().check(z.overwrite(oneLine))

/** Required text of at most 200 characters. */
export const requiredText = (missing?: string) => line().check(z.minLength(1, missing), z.maxLength(200))

/** Blank, null and absent all become null. */
export const optionalText = (longest: number) =>
  z.pipe(
    z.nullish(line().check(z.maxLength(longest))),
    z.transform((text) => text || null),
  )

/** Text of several lines: line breaks and tabs stay, other control and direction characters go. */
export const multilineText = (longest: number) =>
  z.string().check(
    z.overwrite((text) =>
      text
        .replaceAll(directions, '')
        .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
        .replaceAll(/[^\P{Cc}\n\t]|\p{Cs}/gu, '')
        .trim(),
    ),
    z.maxLength(longest),
  )
