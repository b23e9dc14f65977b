import type { Webhook, WebhookDelivery } from '@penmark/contract'
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answer, fakeApi, refuse } from '../../testing/api.ts'
import { openElement } from '../../testing/screen.tsx'
import { WebhooksPage } from './integrations.tsx'

const at = '2026-11-21T10:00:00.000Z'
const url = 'https://school.example/hook'
const hook: Webhook = {
  id: 'w1',
  url,
  state: 'on',
  failing_since: null,
  old_secret_until: null,
  created_at: at,
}
const delivery: WebhookDelivery = {
  id: 'm1',
  event: 'document.completed',
  document_id: 'd1',
  case_id: null,
  submission_id: null,
  state: 'delivered',
  attempts: 1,
  last_status: 204,
  last_failure: null,
  created_at: at,
  next_attempt_at: null,
  finished_at: at,
}

async function open(answers: Record<string, Answer> = {}) {
  const api = fakeApi({
    'GET /integrations/webhooks': () => [hook],
    'GET /integrations/webhooks/w1/deliveries': () => [],
    ...answers,
  })
  await openElement(<WebhooksPage />)
  await screen.findByRole('heading', { level: 1, name: 'Webhooks' })
  return api
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const pressOn = (action: string) => press(`${action}: ${url}`)

test('adds an address and shows its signing secret once', async () => {
  const { asked } = await open({ 'POST /integrations/webhooks': () => ({ ...hook, secret: 'whsec_secret' }) })
  fireEvent.change(screen.getByRole('textbox', { name: 'Address' }), { target: { value: url } })
  await press('Add webhook')
  expect(await screen.findByDisplayValue('whsec_secret')).toBeDefined()
  expect(asked('POST', '/integrations/webhooks').map(({ body }) => body)).toEqual([
    { url, language: 'en-GB' },
  ])
  await press('I have copied it')
  await expect.poll(() => screen.queryByDisplayValue('whsec_secret')).toBeNull()
})

test('says next to the field why an address was refused', async () => {
  await open({
    'POST /integrations/webhooks': () =>
      refuse(422, { code: 'invalid_input', detail: [{ loc: ['url'], msg: 'Begin with https://.' }] }),
  })
  fireEvent.change(screen.getByRole('textbox', { name: 'Address' }), { target: { value: 'ftp://x' } })
  await press('Add webhook')
  expect(await screen.findByText('The webhook was not added. Begin with https://.')).toBeDefined()
})

test('says if there are none, or if they could not be loaded', async () => {
  let answer: () => unknown = () => refuse(500, {})
  await open({ 'GET /integrations/webhooks': () => answer() })
  expect(await screen.findByText(/could not be loaded/)).toBeDefined()
  answer = () => []
  await press('Try again')
  expect(await screen.findByText(/You have no webhooks/)).toBeDefined()
})

test('shows the result of each delivery in the log, and the time of the next attempt', async () => {
  await open({
    'GET /integrations/webhooks/w1/deliveries': () => [
      delivery,
      {
        ...delivery,
        id: 'm2',
        event: 'test',
        state: 'waiting',
        attempts: 2,
        last_status: 500,
        last_failure: 'status',
        next_attempt_at: at,
      },
      { ...delivery, id: 'm3', state: 'failed', attempts: 8, last_status: null, last_failure: 'timeout' },
    ],
  })
  const log = (await screen.findByText('Log')).closest('details') as HTMLDetailsElement
  log.open = true
  fireEvent(log, new Event('toggle'))
  expect(await screen.findByText('Delivered')).toBeDefined()
  expect(screen.getByText(/2 attempts · Response 500 · next try/)).toBeDefined()
  expect(screen.getByText('8 attempts · No response within ten seconds')).toBeDefined()
})

test('sends a test event', async () => {
  const { asked } = await open({
    'POST /integrations/webhooks/w1/test': () => ({
      ...delivery,
      event: 'test',
      state: 'waiting',
      attempts: 0,
    }),
  })
  await pressOn('Send a test')
  expect(await screen.findByText(/The test has been sent/)).toBeDefined()
  expect(asked('POST', '/integrations/webhooks/w1/test')).toHaveLength(1)
})

test('says if an address was turned off after failures, and turns it on again', async () => {
  let state: Webhook['state'] = 'gone'
  await open({
    'GET /integrations/webhooks': () => [{ ...hook, state }],
    'PUT /integrations/webhooks/w1': () => {
      state = 'on'
      return { ...hook, state }
    },
  })
  expect((await screen.findByRole('alert')).textContent).toContain('failed for five days')
  expect(screen.queryByRole('button', { name: `Send a test: ${url}` })).toBeNull()
  await pressOn('Turn on')
  expect(await screen.findByRole('button', { name: `Turn off: ${url}` })).toBeDefined()
})

test('says since when all attempts have failed, and how long the old secret is valid', async () => {
  await open({ 'GET /integrations/webhooks': () => [{ ...hook, failing_since: at, old_secret_until: at }] })
  expect(await screen.findByText(/Every attempt has failed since 21 Nov 2026/)).toBeDefined()
  expect(screen.getByText(/The old secret also signs until 21 Nov 2026/)).toBeDefined()
})

test('creates a new secret after confirmation, and shows it', async () => {
  await open({ 'POST /integrations/webhooks/w1/secret': () => ({ ...hook, secret: 'whsec_new' }) })
  await pressOn('New secret')
  expect(await screen.findByText(/The old secret stays valid for 24 hours/)).toBeDefined()
  await press('New secret')
  expect(await screen.findByDisplayValue('whsec_new')).toBeDefined()
})

test('removes an address after confirmation, and says if that failed', async () => {
  let fails = true
  await open({
    'DELETE /integrations/webhooks/w1': () =>
      fails ? refuse(503, { code: 'busy', detail: 'Later.' }) : { id: 'w1', deleted: true },
  })
  await pressOn('Remove')
  await press('Remove')
  expect(await screen.findByText('That did not work. Later.')).toBeDefined()
  fails = false
  await pressOn('Remove')
  await press('Remove')
  expect(await screen.findByText('The webhook was removed.')).toBeDefined()
})
