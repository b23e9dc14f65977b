import { createTransport } from 'nodemailer'
import { type MailTransport, messageOf, UndeliverableError } from './mail.ts'

const timeoutMs = 20_000

export interface SmtpOptions {
  /** `smtp://user:password@host:587` or `smtps://…:465`. */
  url: string
  /** Sender, as an address or `Name <address>`. */
  from: string
}

/** 5xx for a recipient is permanent (RFC 5321, 4.2.1). 4xx, no answer, and a refusal of us rather than the recipient may pass. */
function isFinal(error: unknown): boolean {
  return (
    error instanceof Error &&
    'command' in error &&
    error.command === 'RCPT TO' &&
    'responseCode' in error &&
    Number(error.responseCode) >= 550
  )
}

/** Sends through the operator's mail server. */
export function createSmtpTransport({ url, from }: SmtpOptions): MailTransport {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    kind: 'smtp',
    async deliver(mail) {
      try {
        await transport.sendMail(messageOf(mail, from))
      } catch (cause) {
        if (isFinal(cause)) throw new UndeliverableError('The mail server refused the address.', { cause })
        throw cause
      }
    },
    close: async () => transport.close(),
  }
}
