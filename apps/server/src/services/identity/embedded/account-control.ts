import { nearestLocale } from '../../../locale/locale.ts'
import type { Connection, Database } from '../../database/database.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { AccountControl } from '../identity.ts'
import {
  insertAccount,
  isAccountId,
  selectOptionalAccount,
  selectOptionalAccountByEmail,
} from './accounts.ts'
import type { IdentityEmails } from './emails.ts'
import { endSessions } from './sessions.ts'
import { insertToken, invitationLifeMs } from './tokens.ts'

interface Parts {
  mailer: Pick<Mailer, 'send'>
  emails: IdentityEmails
  now: () => Date
}

export function createAccountControl({ mailer, emails, now }: Parts): AccountControl {
  return {
    async invite(connection, { email, givenName: given_name, familyName: family_name, language }) {
      const fields = {
        email,
        given_name,
        family_name,
        language,
        password_hash: null,
        email_verified_at: null,
      }
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

/** `$1` is the account's id, `$2` its email. Attempt counters contain the address they were counted for. */
const kinds = [
  [
    'sign_ins',
    "select 1 from identity_record where model = 'Session' and payload ->> 'accountId' = $1",
    null,
  ],
  [
    'sign_in_records',
    null,
    `delete from identity_record where payload ->> 'accountId' = $1
       or grant_id in (select id from identity_record where model = 'Grant' and payload ->> 'accountId' = $1)`,
  ],
  [
    'sign_in_counters',
    null,
    "delete from identity_attempt where key like '%' || $2 || '%' or key like '%' || $1 || '%'",
  ],
  ['reset_requests', null, 'delete from identity_reset_request where lower(email) = $2'],
  ['registrations', null, 'delete from identity_registration where email = $2'],
  ['sign_in_devices', null, 'delete from identity_device where account_id = $1::uuid'],
  ['sign_in_links', null, 'delete from identity_link where account_id = $1::uuid'],
  ['recovery_codes', null, 'delete from identity_recovery_code where account_id = $1::uuid'],
  ['second_steps', null, 'delete from identity_second_step where account_id = $1::uuid'],
  ['mailed_links', null, 'delete from identity_token where account_id = $1::uuid'],
  ['sign_in_accounts', null, 'delete from identity_account where id = $1::uuid'],
] as const

async function run(connection: Connection, sql: string, values: [string, string]): Promise<number> {
  // Every statement gets both values, and PostgreSQL needs to know the type of each even when unused.
  const typed = `with given as (select $1::text as id, $2::text as email), found as (${sql}${sql.startsWith('delete') ? ' returning 1' : ''})
    select (select count(*) from found)::float8 as count from given`
  const { rows } = await connection.query(typed, values)
  return Number(rows[0]?.count)
}

/** Erases an account with everything the provider stores about it, and counts the rows. */
export async function eraseAccount(connection: Connection, subject: string): Promise<Record<string, number>> {
  if (!isAccountId(subject)) return {}
  const { rows } = await connection.query(
    'select lower(email) as email from identity_account where id = $1',
    [subject],
  )
  // Without an account nothing is stored under an address; a space matches none.
  const email = typeof rows[0]?.email === 'string' ? rows[0].email : ' '
  const counts: Record<string, number> = {}
  for (const [kind, count, erase] of kinds)
    counts[kind] = await run(connection, count ?? erase, [subject, email])
  return counts
}

/** What the provider stores about a person, without its secrets. */
export async function describeAccount(
  database: Database,
  subject: string,
): Promise<Record<string, unknown> | null> {
  if (!isAccountId(subject)) return null
  const { rows } = await database.query(
    `select to_jsonb(a) - 'password_hash' || jsonb_build_object(
       'has_password', a.password_hash is not null,
       'second_step_since', (select s.confirmed_at from identity_second_step s where s.account_id = a.id),
       'signed_in_on', (select coalesce(jsonb_agg(to_jsonb(d) - 'session_uid' - 'account_id'), '[]') from identity_device d where d.account_id = a.id),
       'linked_accounts', (select coalesce(jsonb_agg(to_jsonb(l) - 'account_id'), '[]') from identity_link l where l.account_id = a.id)
     ) as account from identity_account a where id = $1`,
    [subject],
  )
  return (rows[0]?.account as Record<string, unknown> | undefined) ?? null
}
