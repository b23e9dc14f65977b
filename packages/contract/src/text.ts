import * as z from 'zod/mini'

/** One line as a database can hold it: no control characters, no half characters, no space around it. */
const line = () => z.string().check(z.overwrite((text) => text.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()))

/** Required text of at most 200 characters. */
export const requiredText = (missing?: string) => line().check(z.minLength(1, missing), z.maxLength(200))

/** Blank, null and absent are the same: null. */
export const optionalText = (longest: number) =>
  z.pipe(
    z.nullish(line().check(z.maxLength(longest))),
    z.transform((text) => text || null),
  )
