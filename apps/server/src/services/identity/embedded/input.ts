import { oneLine } from '@penmark/contract'
import { z } from 'zod'
import type { NewAccount } from './accounts.ts'
import { normaliseEmail } from './accounts.ts'
import type { Fault } from './forms.ts'
import { findPasswordFault } from './passwords.ts'
import type { FieldName, IdentityTexts } from './texts.ts'

const nameLength = 100
const Email = z.email().max(254)

/** A posted form; absent and repeated fields count as empty. */
export type Posted = Record<FieldName, string>

export function readPosted(body: unknown): Posted {
  const fields = new URLSearchParams(typeof body === 'string' ? body : '')
  const single = (name: FieldName) => {
    const values = fields.getAll(name)
    return values.length === 1 ? (values[0] ?? '') : ''
  }
  return {
    email: normaliseEmail(single('email')),
    password: single('password'),
    current_password: single('current_password'),
    given_name: oneLine(single('given_name')),
    family_name: oneLine(single('family_name')),
    code: single('code').trim().slice(0, 100),
  }
}

function nameFault(t: IdentityTexts, field: 'given_name' | 'family_name', value: string): Fault[] {
  if (value === '') return [{ field, text: t(`errors.missing.${field}`) }]
  return value.length > nameLength ? [{ field, text: t('errors.name') }] : []
}

export function findEmailFaults(t: IdentityTexts, email: string): Fault[] {
  if (email === '') return [{ field: 'email', text: t('errors.missing.email') }]
  return Email.safeParse(email).success ? [] : [{ field: 'email', text: t('errors.email') }]
}

/** What is wrong with a new password. */
export function findNewPasswordFaults(
  t: IdentityTexts,
  { password, email }: Pick<Posted, 'password' | 'email'>,
): Fault[] {
  if (password === '') return [{ field: 'password', text: t('errors.missing.password') }]
  const fault = findPasswordFault(password, email)
  return fault ? [{ field: 'password', text: t(`errors.password.${fault}`) }] : []
}

/** Faults found before a sign-in is attempted. */
export function findSignInFaults(t: IdentityTexts, { email, password }: Posted): Fault[] {
  const missing: Fault[] = password === '' ? [{ field: 'password', text: t('errors.missing.password') }] : []
  return [...findEmailFaults(t, email), ...missing]
}

/** The new account, or its faults in the order of the fields. */
export function readNewAccount(
  t: IdentityTexts,
  posted: Posted,
): { account: NewAccount } | { faults: Fault[] } {
  const faults = [
    ...nameFault(t, 'given_name', posted.given_name),
    ...nameFault(t, 'family_name', posted.family_name),
    ...findEmailFaults(t, posted.email),
    ...findNewPasswordFaults(t, posted),
  ]
  if (faults.length === 0) return { account: posted }
  // The page never returns the password, so say so unless it has a fault already.
  return { faults: faults.some(({ field }) => field === 'password') ? faults : [...faults, retyped(t)] }
}

export function retyped(t: IdentityTexts): Fault {
  return { field: 'password', text: t('errors.retyped') }
}
