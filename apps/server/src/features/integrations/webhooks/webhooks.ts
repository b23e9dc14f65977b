import { randomUUID } from 'node:crypto'
import {
  type Deleted,
  isId,
  routes,
  type Webhook,
  type WebhookDelivery,
  type WebhookInput,
  type WebhookWithSecret,
  webhookLimits,
} from '@penmark/contract'
import type { z } from 'zod'
import type { Binder } from '../../../http/bind.ts'
import type { Caller, Owner } from '../../../http/caller.ts'
import { minuteMs } from '../../../lib/durations.ts'
import { invalidField, problem } from '../../../locale/problems/problem.ts'
import type { Database } from '../../../services/database/database.ts'
import type { Egress } from '../../../services/egress/egress.ts'
import type { Identity } from '../../../services/identity/identity.ts'
import { requireOwnEmail } from '../../accounts/index.ts'
import { sendDeliveries } from './deliver.ts'
import { createSecret, oldSecretEnd, toDelivery, toWebhook } from './rules.ts'
import {
  countEndpoints,
  countTests,
  deleteEndpoint,
  type EndpointRow,
  insertDelivery,
  insertEndpoint,
  selectDeliveries,
  selectEndpoints,
  selectOptionalEndpoint,
  selectOptionalEndpointForUpdate,
  updateEndpoint,
  updateWaitingToFailed,
} from './store.ts'

export function bindWebhooks({ bind }: Binder, dependencies: WebhooksDependencies): void {
  bind(routes.listWebhooks, (_input, caller) => listWebhooks(dependencies, caller))
  bind(routes.createWebhook, (input, caller) => createWebhook(dependencies, input, caller))
  bind(routes.changeWebhook, ({ id, state }, caller) => changeWebhook(dependencies, id, state, caller))
  bind(routes.deleteWebhook, ({ id }, caller) => deleteWebhook(dependencies, id, caller))
  bind(routes.rotateWebhookSecret, ({ id }, caller) => rotateWebhookSecret(dependencies, id, caller))
  bind(routes.testWebhook, ({ id }, caller) => testWebhook(dependencies, id, caller))
  bind(routes.listDeliveries, ({ id }, caller) => listDeliveries(dependencies, id, caller))
}

interface WebhooksDependencies {
  database: Database
  identity: Pick<Identity, 'hasOwnEmail'>
  egress: Pick<Egress, 'allows'>
}

const tooManyTests = () =>
  problem(
    'busy',
    'webhook_tested_often',
    {},
    {
      retryAfterSeconds: webhookLimits.testMinutes * 60,
    },
  )
const noSuchWebhook = () => problem('not_found', 'webhook_unknown')

async function requireEndpoint(
  { database }: WebhooksDependencies,
  id: string,
  { teacher_id }: Owner,
): Promise<EndpointRow> {
  const row = isId(id) ? await selectOptionalEndpoint(database, teacher_id, id) : null
  if (!row) throw noSuchWebhook()
  return row
}

async function change(
  { database }: WebhooksDependencies,
  row: EndpointRow,
  changed: Partial<EndpointRow>,
): Promise<EndpointRow> {
  const updated = await updateEndpoint(database, row.id, changed)
  if (!updated) throw noSuchWebhook()
  return updated
}

async function listWebhooks({ database }: WebhooksDependencies, { teacher_id }: Owner): Promise<Webhook[]> {
  return (await selectEndpoints(database, teacher_id)).map(toWebhook)
}

async function createWebhook(
  dependencies: WebhooksDependencies,
  { url, language }: WebhookInput,
  { teacher_id, person }: Caller,
): Promise<WebhookWithSecret> {
  await requireOwnEmail(dependencies.database, dependencies.identity, person)
  if (!dependencies.egress.allows(url)) {
    throw invalidField('url', 'webhook_address_refused')
  }
  if ((await countEndpoints(dependencies.database, teacher_id)) >= webhookLimits.endpoints)
    throw problem('conflict', 'too_many_webhooks', { webhooks: webhookLimits.endpoints })
  const secret = createSecret()
  return {
    ...toWebhook(
      await insertEndpoint(dependencies.database, {
        id: randomUUID(),
        teacher_id,
        url,
        language,
        secret,
        created_at: new Date(),
      }),
    ),
    secret,
  }
}

/** Turning an address on again resets its failures. */
async function changeWebhook(
  dependencies: WebhooksDependencies,
  id: string,
  state: 'on' | 'off',
  owner: Owner,
): Promise<Webhook> {
  const row = await requireEndpoint(dependencies, id, owner)
  if (state === 'off') await updateWaitingToFailed(dependencies.database, id, new Date())
  return toWebhook(await change(dependencies, row, { state, failing_since: null }))
}

async function deleteWebhook(
  { database }: WebhooksDependencies,
  id: string,
  { teacher_id }: Owner,
): Promise<z.infer<typeof Deleted>> {
  if (!isId(id) || !(await deleteEndpoint(database, teacher_id, id))) throw noSuchWebhook()
  return { id, deleted: true }
}

async function rotateWebhookSecret(
  dependencies: WebhooksDependencies,
  id: string,
  owner: Owner,
): Promise<WebhookWithSecret> {
  const row = await requireEndpoint(dependencies, id, owner)
  const secret = createSecret()
  const changed = await change(dependencies, row, {
    secret,
    old_secret: row.secret,
    old_secret_until: oldSecretEnd(new Date()),
  })
  return { ...toWebhook(changed), secret }
}

/**
 * Sends a test event, at most a few within some minutes: more could fill the log, or flood somebody else's
 * address.
 */
async function testWebhook(
  dependencies: WebhooksDependencies,
  id: string,
  owner: Owner,
): Promise<WebhookDelivery> {
  const { teacher_id } = owner
  await requireEndpoint(dependencies, id, owner)
  return dependencies.database.transaction(async (connection) => {
    // Locked, so that two concurrent calls count each other's test.
    const endpoint = await selectOptionalEndpointForUpdate(connection, { endpoint_id: id })
    if (!endpoint) throw noSuchWebhook()
    if (endpoint.state !== 'on') throw problem('conflict', 'webhook_off')
    const now = new Date()
    const recent = await countTests(
      connection,
      id,
      new Date(now.getTime() - webhookLimits.testMinutes * minuteMs),
    )
    if (recent >= webhookLimits.tests) throw tooManyTests()
    const row = {
      id: randomUUID(),
      endpoint_id: id,
      teacher_id,
      event: 'test',
      created_at: now,
      next_attempt_at: now,
    } as const
    const delivery = await insertDelivery(connection, row)
    await sendDeliveries(connection, teacher_id)
    return toDelivery(delivery)
  })
}

async function listDeliveries(
  dependencies: WebhooksDependencies,
  id: string,
  owner: Owner,
): Promise<WebhookDelivery[]> {
  await requireEndpoint(dependencies, id, owner)
  return (await selectDeliveries(dependencies.database, id, webhookLimits.logRows)).map(toDelivery)
}
