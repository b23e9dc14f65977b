import { randomBytes } from 'node:crypto'
import { apiBase, routes } from '@penmark/contract'
import type { FastifyInstance } from 'fastify'
import type { Connection, Database } from '../../../database/database.ts'
import { deleteRecord, insertRecordOnce, selectOptionalRecord, selectRecords, upsertRecord } from './record-store.ts'

/** Stores an event until it is delivered. */
export async function addEvent(connection: Connection, type: string, object: object): Promise<void> {
  const id = `evt_${randomBytes(16).toString('hex')}`
  // Only for their order: events of one transaction have the same time.
  const { rows } = await connection.query("select nextval('subscription_readings')::int as number")
  const event = { id, object: 'event', created: Math.floor(Date.now() / 1_000), type, livemode: false, data: { object } }
  await upsertRecord(connection, 'event', { id, payload: JSON.stringify(event), number: Number(rows[0]?.number) })
}

/** The secret that signs events, created once per installation. */
export async function webhookSecret(database: Database): Promise<string> {
  await insertRecordOnce(database, 'secret', { id: 'webhook', value: `whsec_${randomBytes(24).toString('hex')}` })
  const secret = await selectOptionalRecord(database, 'secret', 'webhook')
  if (secret === null) throw new Error('The secret that was just stored is gone.')
  return secret.value
}

/** Sends undelivered events to our own endpoint, signed, oldest first. It stops at the first refusal until the next run. */
export async function deliverEvents(database: Database, app: FastifyInstance, secret: string): Promise<void> {
  const { default: Stripe } = await import('stripe')
  const { webhooks } = new Stripe('sk_test_stand_in')
  const events = await selectRecords(database, 'event')
  for (const { id, payload } of events.sort((one, other) => one.number - other.number)) {
    const signature = await webhooks.generateTestHeaderStringAsync({ payload, secret })
    const { statusCode } = await app.inject({
      method: 'POST',
      url: apiBase + routes.receivePaymentEvent.path,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload,
    })
    if (statusCode !== 200) throw new Error(`A test payment's event was answered with ${statusCode}.`)
    await deleteRecord(database, 'event', id)
  }
}
