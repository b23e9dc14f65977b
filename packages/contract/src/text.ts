import { z } from 'zod'

/** One line as a database can hold it: no control characters, no half characters, no space around it. */
const line = () => z.string().overwrite((text) => text.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').trim())

/** Required text of at most 200 characters. */
export const requiredText = (missing?: string) => line().min(1, missing).max(200)

/** Blank, null and absent are the same: null. */
export const optionalText = (longest: number) =>
  line()
    .max(longest)
    .nullish()
    .transform((text) => text || null)
