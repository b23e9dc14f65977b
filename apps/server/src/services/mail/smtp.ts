import { createTransport } from 'nodemailer'
import { callOutside, OutsideError } from '../observe/call-outside.ts'
import { type MailTransport, messageOf, UndeliverableError } from './mail.ts'

/** How long the server may be silent, and how long an email may take, however slowly the server talks. */
const defaultTiming = { silentMs: 20_000, mailMs: 60_000 }

export interface SmtpOptions {
  /** `smtp://user:password@host:587` or `smtps://…:465`. */
  url: string
  /** Sender, as an address or `Name <address>`. */
  from: string
  timing?: typeof defaultTiming
}

/**
 * 5xx for a recipient is permanent (RFC 5321, 4.2.1). 4xx, no answer, and a refusal of us rather than the
 * recipient may pass.
 */
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
export function createSmtpTransport({ url, from, timing = defaultTiming }: SmtpOptions): MailTransport {
  const transport = createTransport({
    url,
    connectionTimeout: timing.silentMs,
    greetingTimeout: timing.silentMs,
    socketTimeout: timing.silentMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    kind: 'smtp',
    async deliver(mail) {
      try {
        // Never repeated here: the email may have arrived although the answer did not. Its job tries again.
        await callOutside({ service: 'mail', withinMs: timing.mailMs, isRefused: isFinal }, ({ signal }) =>
          transport.sendMail({ ...messageOf(mail, from), signal }),
        )
      } catch (cause) {
        if (cause instanceof OutsideError && cause.fault === 'refused')
          throw new UndeliverableError('The mail server refused the address.', { cause })
        throw cause
      }
    },
    close: async () => transport.close(),
  }
}
