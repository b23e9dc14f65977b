import path from 'node:path'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import { createMailer, type Mailer } from './outside/mail/mailer.ts'
import { createOutbox } from './outside/mail/outbox.ts'
import { createSmtpTransport } from './outside/mail/smtp.ts'

export function openMailer({ mail, dataDir }: Config, database: Database, logger: Logger): Mailer {
  const { smtpUrl, from } = mail
  return createMailer({
    database,
    transport: smtpUrl === null ? createOutbox(path.join(dataDir, 'outbox'), from) : createSmtpTransport({ url: smtpUrl, from }),
    onError: (err, { id, kind, isFinal }) => logger.error({ err, mail_id: id, kind, is_final: isFinal }, 'A mail could not be delivered'),
  })
}
