import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../../testing/database.ts'
import type { Database } from '../../database/database.ts'
import { applyAction, pay, processDuePeriods } from './actions.ts'
import { fakeStripePrice, selectRecords, upsertRecord } from './records.ts'

let database: Database
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

const start = new Date('2026-01-31T12:00:00Z')
const later = (days: number) => new Date(start.getTime() + days * 86_400_000)

async function subscribe(): Promise<void> {
  await upsertRecord(database, 'session', {
    id: 'cs_test_1',
    status: 'open',
    customer: 'cus_1',
    price: fakeStripePrice.id,
    metadata: {},
    subscription: null,
    success_url: 'http://localhost/',
    cancel_url: 'http://localhost/',
    locale: 'en',
    created: 0,
  })
  await database.transaction((connection) => pay(connection, 'cs_test_1', start))
}
const passTimeTo = (now: Date) => database.transaction((connection) => processDuePeriods(connection, now))
const subscription = async () => {
  const [only] = await selectRecords(database, 'subscription')
  if (!only) throw new Error('There is no subscription.')
  return only
}
const ends = async () =>
  new Date((await subscription()).current_period_end * 1_000).toISOString().slice(0, 10)

test('renews monthly, on the day it began or the last of a shorter month', async () => {
  await subscribe()
  expect(await ends()).toBe('2026-02-28')
  await passTimeTo(later(27))
  expect(await ends()).toBe('2026-02-28')
  await Promise.all([passTimeTo(later(28)), passTimeTo(later(28))])
  expect(await ends()).toBe('2026-03-31')
})

test('ends a subscription that has been unpaid for a month, for good', async () => {
  await subscribe()
  const { id } = await subscription()
  await database.transaction((connection) => applyAction(connection, id, 'card-fails'))
  await passTimeTo(later(28))
  expect((await subscription()).status).toBe('past_due')
  await passTimeTo(later(60))
  expect((await subscription()).status).toBe('canceled')
  await database.transaction((connection) => applyAction(connection, id, 'resume'))
  expect((await subscription()).status).toBe('canceled')
})

test('pays a checkout once', async () => {
  await subscribe()
  expect(await database.transaction((connection) => pay(connection, 'cs_test_1', start))).toBeNull()
  expect(await selectRecords(database, 'subscription')).toHaveLength(1)
})
