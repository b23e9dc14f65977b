import type { SendMailOptions } from 'nodemailer'
import type { Mail } from './mail.ts'

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
