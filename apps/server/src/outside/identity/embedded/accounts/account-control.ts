import { nearestLocale } from '../../../../locale/locale.ts'
import type { Mailer } from '../../../mail/mailer.ts'
import type { AccountControl } from '../../identity.ts'
import type { IdentityEmails } from '../emails.ts'
import { endSessions } from '../sign-in/sessions.ts'
import { insertToken, invitationLifeMs } from '../tokens.ts'
import { insertAccount, isAccountId, selectOptionalAccount, selectOptionalAccountByEmail } from './accounts.ts'

interface Parts {
  mailer: Pick<Mailer, 'send'>
  emails: IdentityEmails
  now: () => Date
}

export function createAccountControl({ mailer, emails, now }: Parts): AccountControl {
  return {
    async invite(connection, { email, givenName: given_name, familyName: family_name, language }) {
      const fields = { email, given_name, family_name, language, password_hash: null, email_verified_at: null }
      const account = await insertAccount(connection, fields)
      if (account === null) {
        const existing = await selectOptionalAccountByEmail(connection, email)
        if (existing === null) throw new Error('An account with a taken address cannot be read.')
        return { subject: existing.id, isNew: false }
      }
      const token = await insertToken(connection, 'reset', account.id, now(), null, invitationLifeMs)
      await mailer.send(connection, emails.invite(account, token))
      return { subject: account.id, isNew: true }
    },
    async endSessions(connection, subject) {
      if (isAccountId(subject)) await endSessions(connection, subject, { except: null })
    },
    async languageOf(connection, subject) {
      const account = isAccountId(subject) ? await selectOptionalAccount(connection, subject) : null
      return account && nearestLocale(account.language)
    },
  }
}
