import { createHash } from 'node:crypto'
import type { TeacherImportChange, TeacherImportFault, TeacherImportProblem } from '@penmark/contract'
import type { ListedAccount } from '../../accounts/index.ts'
import type { ListedTeacher, TeacherList } from './read-list.ts'

export interface PlanOptions {
  missing: 'keep' | 'deactivate'
  /** Whether an administrator has agreed to more deactivations than a list may make by itself. */
  allowMany: boolean
  /** The lower-case addresses of `ADMIN_EMAILS`. */
  adminEmails: string[]
  /** Whether the roles of the sign-in service decide who is an administrator. */
  rolesFromProvider: boolean
}

export type Addition = Pick<ListedTeacher, 'line' | 'email'> & {
  first_name: string
  last_name: string
  is_administrator: boolean
}

export interface AccountChange {
  account: ListedAccount
  /** Null for somebody who is no longer listed. */
  line: number | null
  first_name?: string
  last_name?: string
  is_administrator?: boolean
  is_deactivated?: boolean
}

export interface Plan {
  fault: TeacherImportFault | null
  additions: Addition[]
  changes: AccountChange[]
  unchanged: number
  /** Accounts that a list names for the first time. */
  newlyListed: string[]
  problems: TeacherImportProblem[]
}

/**
 * A list that deactivates more than a fifth of the listed accounts is more likely broken than right. Two are
 * always allowed, for small schools.
 */
const maxDeactivated = { share: 0.2, always: 2 } as const

const emptyPlan = (fault: TeacherImportFault | null): Plan => ({
  fault,
  additions: [],
  changes: [],
  unchanged: 0,
  newlyListed: [],
  problems: [],
})

/** A run that changes nothing. */
export const refusedPlan = (fault: TeacherImportFault, problems: TeacherImportProblem[] = []): Plan => ({
  ...emptyPlan(fault),
  problems,
})

const keyOf = ({ email }: ListedAccount) => (email ?? '').normalize('NFKC').trim().toLowerCase()

/**
 * Names from a list fill an account until its owner has saved a profile; from then on the profile decides.
 */
function nameChange(
  { first_name, last_name }: ListedTeacher,
  account: ListedAccount,
): Pick<AccountChange, 'first_name' | 'last_name'> {
  if (account.profile_saved_at !== null) return {}
  return {
    ...(first_name !== null && first_name !== account.first_name && { first_name }),
    ...(last_name !== null && last_name !== account.last_name && { last_name }),
  }
}

class Planner {
  readonly plan = emptyPlan(null)
  readonly #options: PlanOptions
  /** The administrators who will still have access after the changes planned so far. */
  readonly #administrators: Set<string>

  constructor(accounts: ListedAccount[], options: PlanOptions) {
    this.#options = options
    const acting = accounts.filter(
      ({ is_administrator, erasing_since, deactivated_at, invited_at }) =>
        is_administrator && erasing_since === null && deactivated_at === null && invited_at === null,
    )
    this.#administrators = new Set(acting.map(({ id }) => id))
  }

  add(listed: ListedTeacher): void {
    const { line, email, first_name, last_name, is_administrator, is_active } = listed
    if (is_active === false) this.plan.unchanged++
    else if (first_name === null || last_name === null) this.#report(line, 'name')
    else {
      const isRefused = is_administrator === true && this.#options.rolesFromProvider
      if (isRefused) this.#report(line, 'role-from-provider')
      this.plan.additions.push({
        line,
        email,
        first_name,
        last_name,
        is_administrator: is_administrator === true && !isRefused,
      })
    }
  }

  compare(listed: ListedTeacher, account: ListedAccount): void {
    if (account.erasing_since !== null) {
      this.#report(listed.line, 'being-deleted')
      return
    }
    if (account.listed_at === null) this.plan.newlyListed.push(account.id)
    const change: AccountChange = {
      account,
      line: listed.line,
      ...nameChange(listed, account),
      ...this.#activeChange(listed, account),
      ...this.#roleChange(listed, account),
    }
    // Anything besides the account and the line is a change.
    if (Object.keys(change).length > 2) this.plan.changes.push(change)
    else this.plan.unchanged++
  }

  /** Plans to deactivate somebody whom an earlier list named and this one does not. */
  deactivateMissing(account: ListedAccount): void {
    if (this.#canDeactivate(null, account))
      this.plan.changes.push({ account, line: null, is_deactivated: true })
  }

  #report(line: number | null, code: TeacherImportProblem['code']): void {
    this.plan.problems.push({ line, code })
  }

  #activeChange(
    { line, is_active }: ListedTeacher,
    account: ListedAccount,
  ): Pick<AccountChange, 'is_deactivated'> {
    const isDeactivated = account.deactivated_at !== null
    if (is_active !== false) return isDeactivated ? { is_deactivated: false } : {}
    return !isDeactivated && this.#canDeactivate(line, account) ? { is_deactivated: true } : {}
  }

  #roleChange(
    { line, is_administrator: wanted, is_active }: ListedTeacher,
    account: ListedAccount,
  ): Pick<AccountChange, 'is_administrator'> {
    if (wanted === null || wanted === account.is_administrator || is_active === false) return {}
    if (this.#options.rolesFromProvider) this.#report(line, 'role-from-provider')
    // Anyone can type an unverified address, so such an account may belong to somebody else.
    else if (wanted && !account.email_verified && account.invited_at === null)
      this.#report(line, 'unverified')
    else if (wanted || this.#canLoseRole(line, account)) return { is_administrator: wanted }
    return {}
  }

  #canDeactivate(line: number | null, account: ListedAccount): boolean {
    if (this.#options.adminEmails.includes(keyOf(account))) {
      this.#report(line, 'named-administrator')
      return false
    }
    return this.#canLoseRole(line, account)
  }

  /** False for the last administrator; otherwise the account no longer counts as one. */
  #canLoseRole(line: number | null, { id }: ListedAccount): boolean {
    if (this.#administrators.has(id) && this.#administrators.size === 1) {
      this.#report(line, 'last-administrator')
      return false
    }
    this.#administrators.delete(id)
    return true
  }
}

/** What a list changes. Importing it a second time changes nothing. */
export function planImport(list: TeacherList, accounts: ListedAccount[], options: PlanOptions): Plan {
  const byEmail = new Map<string, ListedAccount[]>()
  for (const account of accounts)
    byEmail.set(keyOf(account), [...(byEmail.get(keyOf(account)) ?? []), account])
  const planner = new Planner(accounts, options)
  const { plan } = planner
  plan.problems.push(...list.problems)
  for (const listed of list.teachers) {
    const [account, ...others] = byEmail.get(listed.email) ?? []
    if (account === undefined) planner.add(listed)
    else if (others.length > 0) plan.problems.push({ line: listed.line, code: 'ambiguous' })
    else planner.compare(listed, account)
  }
  const active = accounts.filter(
    ({ listed_at, deactivated_at, erasing_since }) =>
      listed_at !== null && deactivated_at === null && erasing_since === null,
  )
  if (options.missing === 'deactivate' && !list.hasUnknownPeople)
    for (const account of active) if (!list.emails.has(keyOf(account))) planner.deactivateMissing(account)

  const deactivated = plan.changes.filter(({ is_deactivated }) => is_deactivated).length
  const allowed = Math.max(maxDeactivated.always, Math.floor(active.length * maxDeactivated.share))
  return { ...plan, fault: deactivated > allowed && !options.allowMany ? 'too-many-deactivated' : null }
}

const nameOf = (first: string | null, last: string | null) => [first, last].filter(Boolean).join(' ')

function toChange({ account, line, ...change }: AccountChange): TeacherImportChange {
  const name = nameOf(change.first_name ?? account.first_name, change.last_name ?? account.last_name)
  const about = { line, email: account.email ?? '', name }
  if (change.is_deactivated) return { kind: 'deactivate', ...about, fields: [] }
  const isRenamed = change.first_name !== undefined || change.last_name !== undefined
  return {
    kind: 'change',
    ...about,
    fields: [
      ...(isRenamed ? (['name'] as const) : []),
      ...(change.is_administrator === undefined
        ? []
        : ([change.is_administrator ? 'administrator' : 'teacher'] as const)),
      ...(change.is_deactivated === false ? (['active'] as const) : []),
    ],
  }
}

/** The plan in its wire format, additions first. */
export function changesOf({ additions, changes }: Plan): TeacherImportChange[] {
  return [
    ...additions.map(({ line, email, first_name, last_name, is_administrator }): TeacherImportChange => {
      return {
        kind: 'add',
        line,
        email,
        name: nameOf(first_name, last_name),
        fields: is_administrator ? ['administrator'] : [],
      }
    }),
    ...changes.map(toChange),
  ]
}

/** Equal for two plans that do the same. */
export function fingerprintOf(plan: Plan): string {
  const { fault, unchanged, problems } = plan
  return createHash('sha256')
    .update(JSON.stringify([fault, unchanged, problems, changesOf(plan)]))
    .digest('base64url')
}
