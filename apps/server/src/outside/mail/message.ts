import type { SendMailOptions } from 'nodemailer'
import type { Mail } from './mail.ts'

/** The envelope and content of a mail, the same whoever carries it. */
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
    // Holiday notices and the like must not answer to a sender nobody reads (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
