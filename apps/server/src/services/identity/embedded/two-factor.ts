import { and, count, eq, inArray, isNotNull, isNull, lt } from 'drizzle-orm'
import { minuteMs } from '../../../lib/durations.ts'
import type { Connection, Database } from '../../database/database.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { TwoFactorControl } from '../identity.ts'
import { identityRecoveryCode, identityTwoFactor } from '../tables.ts'
import { type Account, isAccountId, selectOptionalAccount } from './accounts.ts'
import { hashRecoveryCode, newRecoveryCodes, newRecoverySalt, newSecret, type Seal, stepOf } from './codes.ts'
import type { IdentityEmails } from './emails.ts'
import { endSessions } from './sessions.ts'

/** How long a shown QR code may be confirmed. */
const setUpForMs = 15 * minuteMs

export type TwoFactorState =
  | { kind: 'off' }
  | { kind: 'begun'; secret: Uint8Array }
  | { kind: 'on'; since: Date; codesLeft: number }

interface Parts {
  database: Database
  mailer: Pick<Mailer, 'send'>
  emails: IdentityEmails
  seal: Seal
  now: () => Date
}

export type TwoFactor = ReturnType<typeof createTwoFactor>

/**
 * Two-factor authentication of accounts: codes of an app (TOTP, RFC 6238), and recovery codes for a lost
 * phone.
 */
export function createTwoFactor({ database, mailer, emails, seal, now }: Parts) {
  /** The setup in progress in this sign-in; null when there is none, or it has expired. */
  const selectBegun = async (accountId: string, sessionUid: string) => {
    const row = await selectOptionalTwoFactor(database, accountId)
    if (!row || row.confirmed_at !== null || row.session_uid !== sessionUid) return null
    return now().getTime() - row.created_at.getTime() < setUpForMs ? row : null
  }
  const hashAll = (codes: string[], salt: string) =>
    Promise.all(codes.map((code) => hashRecoveryCode(code, salt)))

  return {
    async isOn(accountId: string): Promise<boolean> {
      return (await selectSwitchedOn(database, [accountId])).length > 0
    },

    async read(accountId: string, sessionUid: string): Promise<TwoFactorState> {
      const row = await selectOptionalTwoFactor(database, accountId)
      if (row?.confirmed_at)
        return {
          kind: 'on',
          since: row.confirmed_at,
          codesLeft: await countRecoveryCodes(database, accountId),
        }
      const begun = await selectBegun(accountId, sessionUid)
      return begun ? { kind: 'begun', secret: await seal.open(begun.secret, accountId) } : { kind: 'off' }
    },

    async begin(accountId: string, sessionUid: string): Promise<void> {
      const secret = await seal.seal(newSecret(), accountId)
      const row = {
        account_id: accountId,
        secret,
        session_uid: sessionUid,
        recovery_salt: newRecoverySalt(),
        created_at: now(),
      }
      await insertTwoFactor(database, row)
    },

    /** Discards an unconfirmed setup. */
    async cancel(accountId: string, sessionUid: string): Promise<void> {
      if (await selectBegun(accountId, sessionUid)) await deleteTwoFactor(database, accountId)
    },

    /**
     * Turns it on with the first code, ends all other sign-ins, which entered none, and notifies the owner.
     * Returns the recovery codes, which cannot be read again; null when the code is wrong.
     */
    async confirm(account: Account, sessionUid: string, code: string): Promise<string[] | null> {
      const begun = await selectBegun(account.id, sessionUid)
      const step = begun && stepOf(await seal.open(begun.secret, account.id), code, now())
      if (!begun || step === null) return null
      const codes = newRecoveryCodes()
      const hashes = await hashAll(codes, begun.recovery_salt)
      return database.transaction(async (connection) => {
        if (!(await confirmTwoFactor(connection, begun, step, now()))) return null
        await replaceRecoveryCodes(connection, account.id, hashes)
        await endSessions(connection, account.id, { except: sessionUid })
        await mailer.send(connection, emails.twoFactorOn(account))
        return codes
      })
    },

    /** Accepts a code of the app, once. */
    async takeCode(accountId: string, code: string): Promise<boolean> {
      const row = await selectOptionalTwoFactor(database, accountId)
      if (!row?.confirmed_at) return false
      const step = stepOf(await seal.open(row.secret, accountId), code, now())
      return step !== null && takeStep(database, accountId, step)
    },

    /** Accepts a recovery code, once, and notifies the owner. */
    async takeRecoveryCode(account: Account, code: string): Promise<boolean> {
      const row = await selectOptionalTwoFactor(database, account.id)
      if (!row?.confirmed_at) return false
      const hash = await hashRecoveryCode(code, row.recovery_salt)
      return database.transaction(async (connection) => {
        if (!(await takeRecoveryCode(connection, account.id, hash))) return false
        await mailer.send(
          connection,
          emails.recoveryCodeUsed(account, await countRecoveryCodes(connection, account.id)),
        )
        return true
      })
    },

    /** New recovery codes; the old ones become invalid. Null if two-factor is off. */
    async renewRecoveryCodes(accountId: string): Promise<string[] | null> {
      const row = await selectOptionalTwoFactor(database, accountId)
      if (!row?.confirmed_at) return null
      const codes = newRecoveryCodes()
      const hashes = await hashAll(codes, row.recovery_salt)
      await database.transaction((connection) => replaceRecoveryCodes(connection, accountId, hashes))
      return codes
    },

    /** Turns it off for its owner, and notifies them. */
    switchOff(account: Account): Promise<void> {
      return database.transaction(async (connection) => {
        if (await deleteTwoFactor(connection, account.id))
          await mailer.send(connection, emails.twoFactorOff(account))
      })
    },
  }
}

/** What administrators may do: see who has it, and remove it for someone who lost their phone. */
export function createTwoFactorControl({
  mailer,
  emails,
}: Pick<Parts, 'mailer' | 'emails'>): TwoFactorControl {
  return {
    switchedOn: async (connection, subjects) =>
      new Set(await selectSwitchedOn(connection, subjects.filter(isAccountId))),
    async remove(connection, subject) {
      const account = isAccountId(subject) ? await selectOptionalAccount(connection, subject) : null
      if (!account || !(await deleteTwoFactor(connection, account.id))) return false
      await mailer.send(connection, emails.twoFactorRemoved(account))
      return true
    },
  }
}

type TwoFactorRow = typeof identityTwoFactor.$inferSelect

/** The two-factor row of an account, whether turned on or still being set up. */
async function selectOptionalTwoFactor({ orm }: Connection, accountId: string): Promise<TwoFactorRow | null> {
  const [row] = await orm.select().from(identityTwoFactor).where(eq(identityTwoFactor.account_id, accountId))
  return row ?? null
}

/** Which of the accounts have it turned on. */
async function selectSwitchedOn({ orm }: Connection, accountIds: string[]): Promise<string[]> {
  if (accountIds.length === 0) return []
  const rows = await orm
    .select({ id: identityTwoFactor.account_id })
    .from(identityTwoFactor)
    .where(and(inArray(identityTwoFactor.account_id, accountIds), isNotNull(identityTwoFactor.confirmed_at)))
  return rows.map(({ id }) => id)
}

type NewTwoFactor = Pick<
  TwoFactorRow,
  'account_id' | 'secret' | 'session_uid' | 'recovery_salt' | 'created_at'
>

/** Starts the setup, replacing an unfinished one; a confirmed one stays. */
async function insertTwoFactor({ orm }: Connection, row: NewTwoFactor): Promise<void> {
  const { account_id: _id, ...set } = row
  await orm
    .insert(identityTwoFactor)
    .values(row)
    .onConflictDoUpdate({
      target: identityTwoFactor.account_id,
      set,
      setWhere: isNull(identityTwoFactor.confirmed_at),
    })
}

/** Turns it on after the setup; false when that was replaced or confirmed meanwhile. */
async function confirmTwoFactor(
  { orm }: Connection,
  { account_id, secret }: TwoFactorRow,
  last_step: number,
  now: Date,
): Promise<boolean> {
  const rows = await orm
    .update(identityTwoFactor)
    .set({ last_step, confirmed_at: now })
    .where(
      and(
        eq(identityTwoFactor.account_id, account_id),
        eq(identityTwoFactor.secret, secret),
        isNull(identityTwoFactor.confirmed_at),
      ),
    )
    .returning({ id: identityTwoFactor.account_id })
  return rows.length > 0
}

/** Uses up a time step: of several attempts with one code, in any process, one returns true. */
async function takeStep({ orm }: Connection, account_id: string, step: number): Promise<boolean> {
  const rows = await orm
    .update(identityTwoFactor)
    .set({ last_step: step })
    .where(
      and(
        eq(identityTwoFactor.account_id, account_id),
        isNotNull(identityTwoFactor.confirmed_at),
        lt(identityTwoFactor.last_step, step),
      ),
    )
    .returning({ id: identityTwoFactor.account_id })
  return rows.length > 0
}

/** Removes it with its recovery codes; false when there was none. */
export async function deleteTwoFactor({ orm }: Connection, account_id: string): Promise<boolean> {
  const rows = await orm
    .delete(identityTwoFactor)
    .where(eq(identityTwoFactor.account_id, account_id))
    .returning()
  return rows.some(({ confirmed_at }) => confirmed_at !== null)
}

async function replaceRecoveryCodes(
  { orm }: Connection,
  account_id: string,
  hashes: string[],
): Promise<void> {
  await orm.delete(identityRecoveryCode).where(eq(identityRecoveryCode.account_id, account_id))
  await orm.insert(identityRecoveryCode).values(hashes.map((hash) => ({ account_id, hash })))
}

/** Uses up a recovery code: of concurrent attempts one returns true. */
async function takeRecoveryCode({ orm }: Connection, account_id: string, hash: string): Promise<boolean> {
  const rows = await orm
    .delete(identityRecoveryCode)
    .where(and(eq(identityRecoveryCode.account_id, account_id), eq(identityRecoveryCode.hash, hash)))
    .returning()
  return rows.length > 0
}

async function countRecoveryCodes({ orm }: Connection, account_id: string): Promise<number> {
  const [row] = await orm
    .select({ count: count() })
    .from(identityRecoveryCode)
    .where(eq(identityRecoveryCode.account_id, account_id))
  return Number(row?.count ?? 0)
}
