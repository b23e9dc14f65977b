import * as z from 'zod/mini'
import { Id, Time } from './scalars.ts'

/** How the product sends mail: through the operator's server, or into a folder that administrators read. */
export const mailKinds = ['smtp', 'outbox'] as const

export const mailStates = ['waiting', 'sent', 'failed'] as const

/** One mail as administrators list it. Its words come from the product alone; there is never student text in one. */
export const Mail = z.object({
  id: Id,
  /** What it is about, for example `identity.reset`. */
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  /** `sent` means given to the mail server, or put into the outbox. */
  state: z.enum(mailStates),
  tries: z.int(),
  /** Why the last try failed. */
  fault: z.nullable(z.string()),
  created_at: Time,
  sent_at: z.nullable(Time),
  /** When it is tried again; null unless it waits. */
  next_try_at: z.nullable(Time),
})
export type Mail = z.infer<typeof Mail>

export const MailPage = z.object({
  /** With `outbox` nobody but an administrator reads the mails: hand their links over. */
  sent_by: z.enum(mailKinds),
  /** Newest first. Fewer than asked for end the list. */
  mails: z.array(Mail),
})
export type MailPage = z.infer<typeof MailPage>

/** A mail with its plain text; null once a mail server has taken it, because a link in it opens an account. */
export const MailText = z.extend(Mail, { text: z.nullable(z.string()) })
export type MailText = z.infer<typeof MailText>
