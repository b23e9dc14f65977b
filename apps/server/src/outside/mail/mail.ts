import type { Locale } from '../../locale/locale.ts'

/**
 * What a mail says. Its words come from the product alone: never text of a student, of a document or of a report, because mail is read
 * by servers that nobody here chose.
 */
export interface Email {
  /** Names the template in the administrator's list, for example `identity.reset`. */
  kind: string
  to: string
  language: Locale
  subject: string
  paragraphs: string[]
  /** One button, and its address written out below it. */
  action?: { text: string; url: string }
  /** Why this mail came, in small emails at the end. */
  closing: string
}

/** A email as it travels. */
export interface Mail {
  /** The same at every try, so that a mail that arrives twice can be recognised. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  createdAt: Date
}

/** `outbox` reaches nobody: an administrator reads it. */
export type MailKind = 'smtp' | 'outbox'

/** Takes one mail to where it is read. Throws when that failed and may work later. */
export interface MailTransport {
  readonly kind: MailKind
  deliver(mail: Mail): Promise<void>
  close(): Promise<void>
}

/** The mailbox refuses for good; another try would change nothing. */
export class UndeliverableError extends Error {
  override readonly name = 'UndeliverableError'
}
