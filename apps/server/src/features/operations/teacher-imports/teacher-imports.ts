import {
  routes,
  type TeacherImportInput,
  type TeacherImportResult,
  type TeacherImportRun,
  type TeacherImports,
  teacherImportLimits,
} from '@penmark/contract'
import type { Binder } from '../../../http/bind.ts'
import type { Caller } from '../../../http/caller.ts'
import { defaultLocale, type Locale } from '../../../locale/locale.ts'
import { problem } from '../../../locale/problems/problem.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import type { Identity } from '../../../services/identity/identity.ts'
import { listAccountsWithEmail, lockAccounts } from '../../accounts/index.ts'
import { applyPlan } from './apply-plan.ts'
import { changesOf, fingerprintOf, type Plan, type PlanOptions, planImport, refusedPlan } from './plan.ts'
import { readList, TeacherListError } from './read-list.ts'
import { type ImportRow, selectImports } from './store.ts'

export function bindTeacherImports({ bind }: Binder, dependencies: ImportDependencies): void {
  bind(routes.listTeacherImports, () => listImports(dependencies))
  bind(routes.importTeachers, (input, caller) => importTeachers(dependencies, input, caller))
}

/** The file that the school's own system writes. */
export interface NightlyList {
  /** Absolute. */
  path: string
  missing: PlanOptions['missing']
}

export interface ImportDependencies {
  database: Database
  identity: Pick<Identity, 'accounts'>
  adminEmails: string[]
  /** Whether the roles of the sign-in service decide who is an administrator. */
  rolesFromProvider: boolean
  /** Null if no file is read at night. */
  teachersCsv: NightlyList | null
}

/** By the clock of the server. */
export const nightlyHour = 2

function toRun({ at, ...row }: ImportRow): TeacherImportRun {
  return { ...row, at: at.toISOString() }
}

/**
 * The plan for a file. To apply it, call `lockAccounts` first: otherwise the accounts may change in between.
 */
export async function planFile(
  connection: Connection,
  { adminEmails, rolesFromProvider }: ImportDependencies,
  bytes: Uint8Array,
  options: Pick<PlanOptions, 'missing' | 'allowMany'>,
): Promise<Plan> {
  try {
    return planImport(readList(bytes), await listAccountsWithEmail(connection), {
      ...options,
      adminEmails,
      rolesFromProvider,
    })
  } catch (error) {
    if (error instanceof TeacherListError) return refusedPlan(error.fault)
    throw error
  }
}

/** The language in which somebody registered; British English if that is unknown. */
export async function languageOf(
  connection: Connection,
  { accounts }: Pick<Identity, 'accounts'>,
  subject: string,
): Promise<Locale> {
  return (await accounts?.languageOf(connection, subject)) ?? defaultLocale
}

/**
 * Previews an administrator's upload or, given a preview's fingerprint, carries it out if it still does what
 * the preview showed.
 */
async function importTeachers(
  dependencies: ImportDependencies,
  { file, missing = 'keep', allow_many: allowMany = false, fingerprint: shown }: TeacherImportInput,
  caller: Caller,
): Promise<TeacherImportResult> {
  const { database, identity } = dependencies
  return database.transaction(async (connection) => {
    if (shown !== undefined) await lockAccounts(connection)
    const plan = await planFile(connection, dependencies, Buffer.from(file, 'base64'), { missing, allowMany })
    const fingerprint = fingerprintOf(plan)
    const { fault, unchanged, problems } = plan
    const result = { fault, changes: changesOf(plan), unchanged, problems, fingerprint }
    if (shown === undefined) return { ...result, run: null }
    if (shown !== fingerprint) throw problem('conflict', 'accounts_changed')
    const language = await languageOf(connection, identity, caller.person.subject)
    const run = await applyPlan(connection, { identity }, plan, {
      administrator: caller,
      language,
      now: new Date(),
    })
    return { ...result, run: toRun(run) }
  })
}

async function listImports({ database, identity, teachersCsv }: ImportDependencies): Promise<TeacherImports> {
  const runs = await selectImports(database, teacherImportLimits.runs)
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return {
    runs: runs.map(toRun),
    nightly: teachersCsv && { missing: teachersCsv.missing, hour: nightlyHour, time_zone },
    sends_invitations: identity.accounts !== null,
  }
}
