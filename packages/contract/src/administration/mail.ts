import * as z from 'zod/mini'
import { Id, Time } from '../scalars.ts'

/** How the product sends mail: through the operator's server, or into a folder that administrators read. */
export const mailKinds = ['smtp', 'outbox'] as const

export const mailStates = ['waiting', 'sent', 'failed'] as const

/** One email in the administrators' list. It never contains student text. */
export const Mail = z.object({
  id: Id,
  /** Kind of email, for example `identity.reset`. */
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  /** `sent` means accepted by the mail server, or put into the outbox. */
  state: z.enum(mailStates),
  tries: z.int(),
  /** Error of the last attempt. */
  fault: z.nullable(z.string()),
  created_at: Time,
  sent_at: z.nullable(Time),
  /** Time of the next attempt; null unless waiting. */
  next_try_at: z.nullable(Time),
})
export type Mail = z.infer<typeof Mail>

export const MailPage = z.object({
  /** With `outbox` emails are delivered to nobody: an administrator has to pass their links on. */
  sent_by: z.enum(mailKinds),
  /** Newest first. Fewer rows than requested end the list. */
  mails: z.array(Mail),
})
export type MailPage = z.infer<typeof MailPage>

/** An email with its plain text; null once a mail server has accepted it, because a link in it grants access to an account. */
export const MailText = z.extend(Mail, { text: z.nullable(z.string()) })
export type MailText = z.infer<typeof MailText>
