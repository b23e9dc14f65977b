import type { SupportInput, SupportReceipt } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import type { Mailer } from '../../outside/mail/mailer.ts'
import type { CountVisit } from '../visitors/count-visits.ts'
import { insertMessage } from './store.ts'

export interface SupportDependencies {
  database: Database
  mailer: Mailer
  countVisit: CountVisit
  /** The address that messages are emailed to. */
  supportEmail: string
}

const receipt: SupportReceipt = { success: true, message: 'We have your message and will answer within 24 hours.' }

/** Stores a message in the inbox and emails it to the operator, both or neither. */
async function keep(
  { database, mailer, supportEmail }: SupportDependencies,
  input: SupportInput,
  teacher_id: string | null,
): Promise<SupportReceipt> {
  const { name, email, subject, message } = input
  await database.transaction(async (connection) => {
    await insertMessage(connection, { name, email, subject, message, teacher_id })
    await mailer.send(connection, {
      kind: 'support.message',
      to: supportEmail,
      language: 'en-GB',
      subject: `Support: ${subject.replace(/\s+/g, ' ')}`,
      paragraphs: [`${name} <${email}> wrote:`, ...message.split(/\n{2,}/)],
      action: { text: `Answer ${name}`, url: `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}` },
      closing: 'Sent from the support form. The message is kept in the support inbox too.',
    })
  })
  return receipt
}

/** A message from the public site. One that only a bot can have filled in gets the usual thanks and is dropped. */
export async function sendPublicMessage(dependencies: SupportDependencies, input: SupportInput, network: string): Promise<SupportReceipt> {
  if (input.website) return receipt
  await dependencies.countVisit('support', network)
  await dependencies.countVisit('supportEmail', input.email.toLowerCase())
  return keep(dependencies, input, null)
}

/** A message from a signed-in teacher. */
export async function sendOwnMessage(dependencies: SupportDependencies, input: SupportInput, teacher_id: string): Promise<SupportReceipt> {
  await dependencies.countVisit('supportEmail', `teacher ${teacher_id}`)
  return keep(dependencies, input, teacher_id)
}
