import type { GivenPlan, PlanInput } from '@penmark/contract'
import type { Logger } from 'pino'
import type { Caller } from '../../http/caller.ts'
import { dayMs, hourMs } from '../../lib/durations.ts'
import { problem } from '../../locale/problems/problem.ts'
import { recordAction } from '../../services/audit/audit.ts'
import type { Connection, Database } from '../../services/database/database.ts'
import type { Emit } from '../../services/events/events.ts'
import type { Payment, SubscriptionState } from '../../services/payment/payment.ts'
import {
  changePlan,
  hasPlanLimits,
  isTeacher,
  lockAgreedPlan,
  lockAgreedPlanOf,
  type Plan,
} from '../accounts/index.ts'
import { duplicates, paidPlan, renews, type Terms } from './rules.ts'
import {
  insertEvent,
  nextReading,
  selectIsEventKnown,
  selectLateTeachers,
  selectOptionalCustomerTeacher,
  selectOptionalSubscription,
  selectOverdueIds,
  selectSubscriptions,
  selectTeachersWithSeveral,
  updateCanceled,
  updateOtherProviders,
  upsertSubscription,
} from './store.ts'

/** What the actions on subscriptions need. */
export interface SubscriptionsDependencies {
  database: Database
  /** Null if this installation sells nothing. */
  payment: Payment | null
  graceDays: number
  emit: Emit
  /** The product's public URL. */
  publicUrl: string
  logger: Logger
}

/** The same on an installation that sells plans. */
export interface SellingDependencies extends SubscriptionsDependencies {
  payment: Payment
}

export const termsOf = ({ payment, graceDays }: SellingDependencies): Terms => ({
  provider: payment.provider,
  graceDays,
})

/**
 * Handles a signed event of the provider. It only signals a change: the state is read from the provider, so
 * the order and number of events do not matter. While that read fails, the event is refused and the provider
 * sends it again.
 */
export async function receiveEvent(
  dependencies: SubscriptionsDependencies,
  body: Buffer,
  signature: string,
): Promise<{ received: true }> {
  const { database, payment, logger } = dependencies
  if (payment === null) throw problem('not_found', 'payments_off')
  const selling: SellingDependencies = { ...dependencies, payment }
  const { id, type, subscriptionId } = await payment.readEvent(body, signature)
  const { provider } = payment
  if (await selectIsEventKnown(database, provider, id)) return { received: true }
  const reading = subscriptionId === null ? null : await readState(selling, subscriptionId)
  const teacher_id = await database.transaction(async (connection) => {
    if (!(await insertEvent(connection, { provider, id, type })) || reading === null) return null
    const owner = await storeReading(connection, selling, reading, new Date())
    if (owner === null) logger.warn({ event_id: id, type }, 'A payment event concerns nobody here')
    return owner
  })
  if (teacher_id !== null) await endDuplicates(selling, teacher_id, new Date())
  return { received: true }
}

/** The event for a period's end usually comes within minutes. */
const overdueMs = hourMs

async function settlePlans(dependencies: SellingDependencies, teachers: string[], now: Date): Promise<void> {
  for (const teacher_id of teachers) {
    await dependencies.database.transaction((connection) =>
      settlePlan(connection, dependencies, teacher_id, now),
    )
  }
}

/**
 * Two checkouts that were paid at the same moment leave two subscriptions: the newer one is refunded and
 * cancelled. What fails is tried again every minute by `watchSubscriptions`.
 */
async function endDuplicates(
  dependencies: SellingDependencies,
  teacher_id: string,
  now: Date,
): Promise<void> {
  const { database, payment, logger } = dependencies
  const found = duplicates(await selectSubscriptions(database, teacher_id), termsOf(dependencies), now)
  if (found === null) return
  for (const { id } of found.others) {
    const facts = { teacher_id, subscription: id, kept: found.kept.id }
    try {
      await payment.refundAndCancel(id)
      const reading = await readState(dependencies, id)
      await database.transaction((connection) => storeReading(connection, dependencies, reading, now))
      logger.warn(facts, 'A second subscription of one account was refunded and cancelled')
    } catch (err) {
      logger.error(
        { ...facts, err },
        'A second subscription of one account could not be refunded and cancelled; it is tried again in a minute',
      )
    }
  }
}

/**
 * Does what no event triggers: ends grace periods, subscriptions of a former provider and second ones of one
 * account, and asks about overdue ones.
 */
export async function watchSubscriptions(dependencies: SubscriptionsDependencies, now: Date): Promise<void> {
  const { database, payment, graceDays } = dependencies
  if (payment === null) return
  const selling: SellingDependencies = { ...dependencies, payment }
  await settlePlans(selling, await updateOtherProviders(database, payment.provider, now), now)
  await settlePlans(
    selling,
    await selectLateTeachers(database, new Date(now.getTime() - graceDays * dayMs)),
    now,
  )
  for (const teacher_id of await selectTeachersWithSeveral(database, payment.provider))
    await endDuplicates(selling, teacher_id, now)
  for (const id of await selectOverdueIds(database, payment.provider, new Date(now.getTime() - overdueMs))) {
    const reading = await readState(selling, id)
    await database.transaction((connection) => storeReading(connection, selling, reading, now))
  }
}

/** A subscription as it was at one read; without a state if the provider no longer knows it. */
interface Reading {
  id: string
  number: number
  state: SubscriptionState | null
}

/**
 * Reads the present state of a subscription from the provider. The number is taken before the request, so a
 * higher number never has older data.
 */
async function readState({ database, payment }: SellingDependencies, id: string): Promise<Reading> {
  const number = await nextReading(database)
  return { id, number, state: await payment.readSubscription(id) }
}

async function ownerOf(
  connection: Connection,
  { payment }: SellingDependencies,
  { id, state }: Reading,
): Promise<string | null> {
  const known = await selectOptionalSubscription(connection, id)
  if (known) return known.teacher_id
  if (state === null) return null
  const customer = await selectOptionalCustomerTeacher(connection, payment.provider, state.customerId)
  if (customer !== null) return customer
  return state.teacherId !== null && (await isTeacher(connection, state.teacherId)) ? state.teacherId : null
}

/** Stores the result of a read and settles the plan. Returns the owner; null if no teacher here owns it. */
async function storeReading(
  connection: Connection,
  dependencies: SellingDependencies,
  reading: Reading,
  now: Date,
): Promise<string | null> {
  const { provider, proPriceId } = dependencies.payment
  const { id, number, state } = reading
  const teacher_id = await ownerOf(connection, dependencies, reading)
  if (teacher_id === null) return null
  if (state === null) await updateCanceled(connection, id, number, now)
  else {
    await upsertSubscription(connection, {
      id,
      provider,
      teacher_id,
      plan: state.priceId === proPriceId ? 'PRO' : 'FREE',
      status: state.status,
      cancel_at_period_end: state.cancelAtPeriodEnd,
      current_period_end: state.currentPeriodEnd,
      started_at: state.startedAt,
      reading: number,
      updated_at: now,
    })
  }
  await settlePlan(connection, dependencies, teacher_id, now)
  return teacher_id
}

/**
 * Sets the teacher's plan to the one that is paid for. Schools is agreed with sales, and no subscription
 * takes it away. The teacher's row is locked, so that words are never spent on a plan that is just ending.
 * Waiting documents profit from a better plan.
 */
async function settlePlan(
  connection: Connection,
  dependencies: SellingDependencies,
  teacher_id: string,
  now: Date,
): Promise<void> {
  const { plan, pro_plan_activated_at } = await lockAgreedPlan(connection, teacher_id)
  if (plan === 'SCHOOLS') return
  const paid = paidPlan(await selectSubscriptions(connection, teacher_id), termsOf(dependencies), now)
  const targetPlan = paid?.plan ?? 'FREE'
  if (targetPlan === plan && (paid === null || paid.since.getTime() === pro_plan_activated_at?.getTime()))
    return
  // The time stays when Pro ends, so that its cycles continue if the same subscription is paid after all.
  await changePlan(connection, teacher_id, targetPlan, paid?.since ?? pro_plan_activated_at, now)
  if (targetPlan !== plan && targetPlan !== 'FREE') await emitRaise(connection, dependencies, teacher_id, now)
}

async function emitRaise(
  connection: Connection,
  { emit }: SubscriptionsDependencies,
  teacher_id: string,
  now: Date,
): Promise<void> {
  await emit(connection, 'allowanceRaised', { plan: await lockAgreedPlan(connection, teacher_id), now })
}

async function grantSchools(
  connection: Connection,
  dependencies: SubscriptionsDependencies,
  before: Plan,
  now: Date,
): Promise<void> {
  const { payment } = dependencies
  const { teacher_id, pro_plan_activated_at } = before
  const rows = await selectSubscriptions(connection, teacher_id)
  if (payment !== null && rows.some((row) => renews(row, termsOf({ ...dependencies, payment })))) {
    throw problem('conflict', 'teacher_pays_for_pro')
  }
  await changePlan(connection, teacher_id, 'SCHOOLS', pro_plan_activated_at, now)
  await emitRaise(connection, dependencies, teacher_id, now)
}

/** The plan falls back to the one that is paid for, or to Free. */
async function revokeSchools(
  connection: Connection,
  dependencies: SubscriptionsDependencies,
  before: Plan,
  now: Date,
): Promise<void> {
  if (before.plan !== 'SCHOOLS') return
  await changePlan(connection, before.teacher_id, 'FREE', before.pro_plan_activated_at, now)
  if (dependencies.payment !== null)
    await settlePlan(connection, { ...dependencies, payment: dependencies.payment }, before.teacher_id, now)
}

/** An administrator gives or takes away the Schools plan. Changes are recorded in the audit log. */
export async function givePlan(
  dependencies: SubscriptionsDependencies,
  { kinde_id, plan }: PlanInput & { kinde_id: string },
  caller: Caller,
): Promise<GivenPlan> {
  if (!(await hasPlanLimits(dependencies.database))) throw problem('conflict', 'plans_off')
  return dependencies.database.transaction(async (connection) => {
    const now = new Date()
    const before = await lockAgreedPlanOf(connection, kinde_id)
    if (before === null) throw problem('not_found', 'teacher_unknown')
    const { teacher_id } = before
    if (plan === 'FREE') await revokeSchools(connection, dependencies, before, now)
    else if (before.plan !== 'SCHOOLS') await grantSchools(connection, dependencies, before, now)
    const { plan: current_plan } = await lockAgreedPlan(connection, teacher_id)
    if (current_plan !== before.plan) {
      const details = { plan_before: before.plan, plan_after: current_plan }
      await recordAction(connection, caller, {
        action: 'plan.change',
        target_id: teacher_id,
        teacher_id,
        details,
      })
    }
    return { kinde_id, current_plan }
  })
}
