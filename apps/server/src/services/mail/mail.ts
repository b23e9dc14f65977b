import type { SendMailOptions } from 'nodemailer'
import type { Locale } from '../../locale/locale.ts'

/**
 * The contents of an email. They come from the product alone and never include text of a student, a document
 * or a report, because mail passes servers outside our control.
 */
export interface Email {
  /** Names the template in the administrator's list, for example `identity.reset`. */
  kind: string
  to: string
  language: Locale
  subject: string
  paragraphs: string[]
  /** One button, with its URL written out below it. */
  action?: { text: string; url: string }
  /** Why this email was sent, in small print at the end. */
  closing: string
}

/** An email ready for delivery. */
export interface Mail {
  /** The same for every attempt, so that a duplicate can be recognised. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  createdAt: Date
}

/** `outbox` delivers to nobody: an administrator reads it. */
export type MailKind = 'smtp' | 'outbox'

/** Delivers one email. Throws when that failed and may work later. */
export interface MailTransport {
  readonly kind: MailKind
  deliver(mail: Mail): Promise<void>
  close(): Promise<void>
}

/** The mailbox refuses permanently; retrying would not help. */
export class UndeliverableError extends Error {
  override readonly name = 'UndeliverableError'
}

/** The envelope and content of an email, the same for every transport. */
export function messageOf({ id, to, subject, text, html, createdAt }: Mail, from: string): SendMailOptions {
  const host = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    from,
    // As an object, so that nothing in an address can add a second recipient.
    to: { name: '', address: to },
    subject,
    text,
    html,
    date: createdAt,
    messageId: `<${id}@${host}>`,
    // Automatic replies must not be sent to an address nobody reads (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
