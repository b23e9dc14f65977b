import {
  type AdminClassGroup,
  type AdminClassSort,
  type AdminDocument,
  type AdminDocumentSort,
  type AdminStudent,
  type AdminStudentSort,
  type AdminTeacher,
  type AdminTeacherSort,
  type PlanId,
  type PublishedRate,
  routes,
} from '@penmark/contract'
import { z } from 'zod'
import type { Binder } from '../../../http/bind.ts'
import type { Caller } from '../../../http/caller.ts'
import { problem } from '../../../locale/problems/problem.ts'
import { withSentence } from '../../../locale/problems/reason.ts'
import type { Connection } from '../../../services/database/database.ts'
import {
  listAccounts,
  readPlanRule,
  readTwoFactor,
  readUsages,
  type TwoFactorDependencies,
  type Usage,
} from '../../accounts/index.ts'
import { deleteAnyStudent, type StudentsDependencies } from '../../classes/index.ts'
import { type PaymentStatus, readPaymentStatuses } from '../../plans/index.ts'
import { listAudit } from './audit-log.ts'
import { documentList, scoreSorts, selectDocumentIds, selectDocumentRows } from './document-list.ts'
import { readDocumentScores, switchDocumentScores } from './document-scores.ts'
import {
  classList,
  type List,
  type Listing,
  selectClassRows,
  selectIds,
  selectStudentRows,
  selectTotal,
  studentList,
  teacherList,
} from './list-store.ts'
import { readSchoolBaseline, switchSchoolBaseline } from './school-baseline.ts'

interface AdministrationDependencies
  extends Pick<TwoFactorDependencies, 'database' | 'identity'>,
    StudentsDependencies {
  /** How often the active detector flags human texts, by length. */
  rates: readonly PublishedRate[]
}

export function bindAdministration({ bind }: Binder, dependencies: AdministrationDependencies): void {
  const { database, rates } = dependencies
  bind(routes.listAllTeachers, (listing) => listTeachers(dependencies, listing))
  bind(routes.countAllTeachers, (filter) => countTeachers(database, filter))
  bind(routes.listAllStudents, (listing) => listStudents(database, listing))
  bind(routes.countAllStudents, (filter) => countStudents(database, filter))
  bind(routes.deleteAnyStudent, ({ id }, caller) => deleteAnyStudent(dependencies, id, caller))
  bind(routes.listAllClassGroups, (listing) => listClasses(database, listing))
  bind(routes.countAllClassGroups, (filter) => countClasses(database, filter))
  bind(routes.listEveryDocument, (listing, caller) => listDocuments(database, listing, caller))
  bind(routes.countEveryDocument, (filter) => countDocuments(database, filter))
  bind(routes.readDocumentScores, (_input, caller) => readDocumentScores(database, caller))
  bind(routes.switchDocumentScores, (scores, caller) => switchDocumentScores(database, scores, caller))
  bind(routes.listAudit, (page) => listAudit(database, page))
  bind(routes.readSchoolBaseline, () => readSchoolBaseline(database, rates))
  bind(routes.switchSchoolBaseline, ({ is_shared }, caller) =>
    switchSchoolBaseline(database, rates, is_shared, caller),
  )
}

type Account = Awaited<ReturnType<typeof listAccounts>>[number]

function toAdminTeacher(
  row: Account,
  { customer_id, subscription_status }: PaymentStatus,
  current_plan: PlanId,
  usage: Usage,
  has_second_step: boolean | null,
): AdminTeacher {
  return {
    id: row.id,
    _id: row.id,
    kinde_id: row.subject,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    school_name: row.school_name,
    role: row.role,
    is_administrator: row.is_administrator,
    has_second_step,
    current_plan,
    current_plan_word_limit: usage.limit,
    words_used_current_cycle: usage.used,
    remaining_words_current_cycle: usage.remaining,
    documents_processed_current_cycle: usage.documents,
    is_active: row.erasing_since === null && row.deactivated_at === null,
    is_invited: row.invited_at !== null,
    is_deleted: row.erasing_since !== null,
    country: row.country,
    state_county: row.state_county,
    how_did_you_hear: row.how_did_you_hear,
    description: row.description,
    stripe_customer_id: customer_id,
    subscription_status,
    pro_plan_activated_at: row.pro_plan_activated_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    custom_word_limit_override: row.custom_word_limit,
    custom_char_limit_override: row.custom_char_limit,
  }
}

async function listTeachers(
  { database: connection, identity }: Pick<AdministrationDependencies, 'database' | 'identity'>,
  listing: Listing<AdminTeacherSort>,
): Promise<AdminTeacher[]> {
  const ids = await selectIds(connection, teacherList, listing)
  const rows = await listAccounts(connection, ids)
  const planOf = await readPlanRule(connection)
  const accounts = rows.map((row) => ({ row, plan: planOf(row) }))
  const payments = await readPaymentStatuses(connection, ids)
  const usages = await readUsages(
    connection,
    accounts.map(({ plan }) => plan),
    new Date(),
  )
  const hasTwoFactor = await readTwoFactor(
    connection,
    identity,
    accounts.map(({ row }) => row.subject),
  )
  const accountsById = new Map(accounts.map((account) => [account.row.id, account]))
  return ids.flatMap((id) => {
    const [account, usage] = [accountsById.get(id), usages.get(id)]
    const payment = payments.get(id) ?? { customer_id: null, subscription_status: null }
    return account && usage
      ? [toAdminTeacher(account.row, payment, account.plan.plan, usage, hasTwoFactor(account.row.subject))]
      : []
  })
}

/** The binder validates each row against the contract. */
function rowsOf<Row>(list: unknown): Row[] {
  return z.array(z.unknown()).parse(list) as Row[]
}

async function listStudents(
  connection: Connection,
  listing: Listing<AdminStudentSort>,
): Promise<AdminStudent[]> {
  return rowsOf<AdminStudent>(
    await selectStudentRows(connection, await selectIds(connection, studentList, listing)),
  )
}

async function listClasses(
  connection: Connection,
  listing: Listing<AdminClassSort>,
): Promise<AdminClassGroup[]> {
  return rowsOf<AdminClassGroup>(
    await selectClassRows(connection, await selectIds(connection, classList, listing)),
  )
}

async function listDocuments(
  connection: Connection,
  listing: Listing<AdminDocumentSort>,
  caller: Caller,
): Promise<AdminDocument[]> {
  const scores = await readDocumentScores(connection, caller)
  // Their order would tell them.
  if (!scores.is_shown && scoreSorts.includes(listing.sort)) throw problem('conflict', 'scores_hidden')
  const rows = rowsOf<AdminDocument>(
    await selectDocumentRows(connection, await selectDocumentIds(connection, listing), scores),
  )
  return rows.map((row) => withSentence(row, caller.locale))
}

const countOf =
  <Sort extends string>(list: List<Sort>) =>
  async (connection: Connection, { search }: { search?: string | undefined }) => ({
    total: await selectTotal(connection, list, search),
  })

const countTeachers = countOf(teacherList)
const countStudents = countOf(studentList)
const countClasses = countOf(classList)
const countDocuments = countOf(documentList)
