import type { Database } from '../../database/database.ts'
import { applyAction, newId, seconds } from './actions.ts'
import {
  fakeStripePrice,
  type RecordOf,
  selectOptionalRecord,
  selectRecords,
  toWireSession,
  toWireSubscription,
  upsertRecord,
} from './records.ts'

/** Path of the fake Stripe's pages. */
export const pagesBase = '/test-payment'

class ApiError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly param: string | undefined

  constructor(status: number, message: string, code?: string, param?: string) {
    super(message)
    this.status = status
    this.code = code
    this.param = param
  }
}

function requiredField(form: URLSearchParams, name: string): string {
  const value = form.get(name)
  if (!value) throw new ApiError(400, `Missing required param: ${name}.`)
  return value
}

/** The fields `name[a]=1&name[b]=2` of a form. */
function fieldsOf(form: URLSearchParams, name: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [key, value] of form)
    if (key.startsWith(`${name}[`)) fields[key.slice(name.length + 1, -1)] = value
  return fields
}

const listOf = (url: string, data: object[]) => ({ object: 'list', url, has_more: false, data })

/** Stripe's API calls that the product makes. */
function callsOf(
  database: Database,
  publicUrl: string,
): Record<string, (form: URLSearchParams, id: string) => Promise<object>> {
  const pageOf = (session: RecordOf<'session'>) => `${publicUrl}${pagesBase}/checkout/${session.id}`
  const customerOf = async (form: URLSearchParams) => {
    const customer = await selectOptionalRecord(database, 'customer', requiredField(form, 'customer'))
    if (!customer) throw new ApiError(400, 'No such customer', 'resource_missing', 'customer')
    return customer
  }
  const requireRecord = async <K extends 'session' | 'subscription'>(
    kind: K,
    id: string,
  ): Promise<RecordOf<K>> => {
    const record = await selectOptionalRecord(database, kind, id)
    if (record === null) throw new ApiError(404, `No such ${kind}: '${id}'`, 'resource_missing')
    return record
  }
  return {
    'POST /v1/customers': async (form) => {
      const customer = { id: newId('cus'), email: form.get('email'), metadata: fieldsOf(form, 'metadata') }
      await upsertRecord(database, 'customer', customer)
      return { ...customer, object: 'customer', livemode: false }
    },
    'GET /v1/checkout/sessions': async (query) => {
      const sessions = await selectRecords(database, 'session', requiredField(query, 'customer'))
      const matching = sessions.filter(({ status }) => status === (query.get('status') ?? status))
      return listOf(
        '/v1/checkout/sessions',
        matching.map((session) => toWireSession(session, pageOf(session))),
      )
    },
    'POST /v1/checkout/sessions': async (form) => {
      const customer = await customerOf(form)
      const price = requiredField(form, 'line_items[0][price]')
      if (price !== fakeStripePrice.id)
        throw new ApiError(400, `No such price: '${price}'`, 'resource_missing')
      const session: RecordOf<'session'> = {
        id: newId('cs_test'),
        status: 'open',
        customer: customer.id,
        price,
        metadata: fieldsOf(form, 'subscription_data[metadata]'),
        subscription: null,
        success_url: requiredField(form, 'success_url'),
        cancel_url: requiredField(form, 'cancel_url'),
        locale: form.get('locale') ?? 'en',
        created: seconds(new Date()),
      }
      await upsertRecord(database, 'session', session)
      return toWireSession(session, pageOf(session))
    },
    'GET /v1/checkout/sessions/:id': async (_query, id) => {
      const session = await requireRecord('session', id)
      return toWireSession(session, pageOf(session))
    },
    'POST /v1/checkout/sessions/:id/expire': async (_form, id) => {
      const session = await requireRecord('session', id)
      if (session.status !== 'open') throw new ApiError(400, 'Only open sessions can be expired.')
      const expired = { ...session, status: 'expired' as const }
      await upsertRecord(database, 'session', expired)
      return toWireSession(expired, '')
    },
    'POST /v1/billing_portal/sessions': async (form) => {
      const { id: customer } = await customerOf(form)
      const return_url = requiredField(form, 'return_url')
      const portal = {
        id: newId('bps'),
        customer,
        return_url,
        locale: form.get('locale') ?? 'en',
        created: seconds(new Date()),
      }
      await upsertRecord(database, 'portal', portal)
      const url = `${publicUrl}${pagesBase}/portal/${portal.id}`
      return { ...portal, object: 'billing_portal.session', livemode: false, url }
    },
    'GET /v1/invoice_payments': async (query) => {
      const invoice = requiredField(query, 'invoice')
      const payment = { type: 'payment_intent', payment_intent: `pi_${invoice}` }
      return listOf('/v1/invoice_payments', [
        { id: `inpay_${invoice}`, object: 'invoice_payment', invoice, status: 'paid', payment },
      ])
    },
    'POST /v1/refunds': async (form) => {
      const payment_intent = requiredField(form, 'payment_intent')
      const refund = { id: `re_${payment_intent}`, payment_intent, reason: requiredField(form, 'reason') }
      await upsertRecord(database, 'refund', refund)
      return { ...refund, object: 'refund', status: 'succeeded' }
    },
    'DELETE /v1/subscriptions/:id': async (_form, id) => {
      await requireRecord('subscription', id)
      await database.transaction((connection) => applyAction(connection, id, 'end'))
      return toWireSubscription(await requireRecord('subscription', id))
    },
    'GET /v1/subscriptions/:id': async (_query, id) =>
      toWireSubscription(await requireRecord('subscription', id)),
  }
}

function answer(status: number, body: object): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'request-id': newId('req') },
  })
}

/** Answers Stripe's client within this process, instead of the network. */
export function createApi(database: Database, publicUrl: string): typeof fetch {
  const calls = new Map(Object.entries(callsOf(database, publicUrl)))
  return async (input, init) => {
    const request = new Request(input, init)
    const { pathname, searchParams } = new URL(request.url)
    const [, id = ''] = /\/((?:cs_test|sub)_\w+)/.exec(pathname) ?? []
    const call = calls.get(`${request.method} ${id === '' ? pathname : pathname.replace(id, ':id')}`)
    try {
      if (!call) throw new ApiError(404, `The stand-in does not know ${request.method} ${pathname}.`)
      return answer(
        200,
        await call(request.method === 'GET' ? searchParams : new URLSearchParams(await request.text()), id),
      )
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return answer(error.status, {
        error: {
          type: 'invalid_request_error',
          message: error.message,
          code: error.code,
          param: error.param,
        },
      })
    }
  }
}
