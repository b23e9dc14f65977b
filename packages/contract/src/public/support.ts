import * as z from 'zod/mini'

const line = (most: number) =>
  z.string().check(z.trim(), z.minLength(1, 'Please fill in all fields.'), z.maxLength(most, `Shorten this to ${most} characters.`))

/** A message to the operator. */
export const SupportInput = z.object({
  name: line(200),
  email: z.pipe(
    z.string().check(z.trim(), z.minLength(1, 'Please fill in all fields.'), z.maxLength(320)),
    z.email('Enter an email address such as name@school.org, so that we can answer.'),
  ),
  subject: line(300),
  message: line(10_000),
  /** Honeypot: invisible to people, filled in only by bots. */
  website: z.optional(z.string().check(z.maxLength(2_000))),
})
export type SupportInput = z.infer<typeof SupportInput>

export const SupportReceipt = z.object({ success: z.boolean(), message: z.string() })
export type SupportReceipt = z.infer<typeof SupportReceipt>
