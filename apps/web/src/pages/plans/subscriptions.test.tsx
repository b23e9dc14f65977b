import type { Billing } from '@penmark/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as browser from '../../lib/browser/browser.ts'
import { type Answer, fakeApi, refuse } from '../../testing/api.ts'
import { aTeacher } from '../../testing/samples.ts'
import { openElement } from '../../testing/screen.tsx'
import SubscriptionsPage from './subscriptions.tsx'

const leaveFor = () => vi.mocked(browser.leaveFor)
beforeEach(() => {
  vi.spyOn(browser, 'leaveFor').mockImplementation(() => undefined)
})

const nothingYet: Billing = {
  provider: 'stripe',
  pro_price_id: 'price_1',
  grace_days: 7,
  has_portal: false,
  words_renewed_at: '2026-12-21T10:00:00.000Z',
  subscription: null,
}
const active = {
  status: 'active',
  cancel_at_period_end: false,
  current_period_end: '2026-12-21T10:00:00.000Z',
  grace_ends_at: null,
}
const aPro = () =>
  aTeacher({
    current_plan: 'Pro',
    current_plan_word_limit: 100_000,
    words_used_current_cycle: 95_000,
    remaining_words_current_cycle: 5_000,
  })
const aSchool = () =>
  aTeacher({ current_plan: 'Schools', current_plan_word_limit: null, remaining_words_current_cycle: null })

async function open(answers: Record<string, Answer> = {}) {
  const api = fakeApi({
    'GET /teachers/me': () => aTeacher(),
    'GET /subscriptions/me': () => nothingYet,
    ...answers,
  })
  await openElement(<SubscriptionsPage />, '/subscriptions')
  await screen.findByRole('heading', { level: 1, name: 'Subscriptions' })
  return api
}

const card = (name: string) => within(screen.getByRole('region', { name }))
const upgrade = () => screen.findByRole('button', { name: 'Upgrade to Pro' })
async function press(name: string) {
  const button = await screen.findByRole('button', { name })
  await expect.poll(() => button.hasAttribute('data-loading')).toBe(false)
  await userEvent.click(button)
}

describe('the subscriptions', () => {
  test('shows three plans with their prices, the current plan marked, and four questions', async () => {
    await open()
    expect(card('Free').getByText('£0')).toBeDefined()
    expect(card('Free').getByText('Your plan')).toBeDefined()
    expect(card('Pro').getByText('£8')).toBeDefined()
    expect(card('Pro').getByText('Most Popular')).toBeDefined()
    expect(card('Pro').getByText('100,000 words a month')).toBeDefined()
    expect(card('Schools').getByText('By agreement')).toBeDefined()
    expect(card('Schools').getAllByText('(planned)')).toHaveLength(2)
    for (const plan of ['Free', 'Pro', 'Schools'])
      expect(card(plan).getAllByRole('listitem')).toHaveLength(11)
    expect(screen.getAllByRole('group')).toHaveLength(4)
  })

  test('shows the words of this month and when they reset', async () => {
    await open()
    expect(await screen.findByText('1,000 of 5,000 words used')).toBeDefined()
    expect(screen.getByText('20%')).toBeDefined()
    expect(screen.getByText(/4,000 words left\. Resets on 21 Dec 2026\./)).toBeDefined()
    expect(screen.getByRole('progressbar', { name: 'Words used this month' })).toBeDefined()
  })

  test('creates a checkout session for a plan and redirects to the card provider', async () => {
    const { asked } = await open({
      'POST /create-checkout-session': () => ({ sessionId: 'cs_1', url: 'https://pay.example/cs_1' }),
    })
    await press('Upgrade to Pro')
    expect(asked('POST', '/create-checkout-session').map(({ body }) => body)).toEqual([
      { price_id: 'price_1', language: 'en-GB' },
    ])
    expect(leaveFor().mock.calls).toEqual([['https://pay.example/cs_1']])
  })

  test('opens the portal and navigates to it', async () => {
    await open({
      'GET /teachers/me': aPro,
      'GET /subscriptions/me': () => ({ ...nothingYet, has_portal: true, subscription: active }),
      'POST /create-portal-session': () => ({ url: 'https://pay.example/portal' }),
    })
    await press('Manage subscription')
    expect(leaveFor().mock.calls).toEqual([['https://pay.example/portal']])
    expect(screen.queryByRole('button', { name: 'Upgrade to Pro' })).toBeNull()
  })

  test('links Schools to /contact-us', async () => {
    await open()
    expect(card('Schools').getByRole('link', { name: 'Contact Sales' }).getAttribute('href')).toBe(
      '/contact-us',
    )
  })

  test('keeps the upgrade button from Schools users, and says why', async () => {
    await open({ 'GET /teachers/me': aSchool })
    expect(await upgrade()).toHaveProperty('disabled', true)
    expect(card('Pro').getByText('Your Schools plan includes everything in Pro.')).toBeDefined()
    expect(await screen.findByText('1,000 words used, unlimited')).toBeDefined()
    expect(card('Schools').queryByRole('link')).toBeNull()
  })

  test('says how long Pro lasts after a failed payment, and where to pay', async () => {
    await open({
      'GET /teachers/me': aPro,
      'GET /subscriptions/me': () => ({
        ...nothingYet,
        has_portal: true,
        subscription: { ...active, status: 'past_due', grace_ends_at: '2026-11-28T10:00:00.000Z' },
      }),
    })
    expect(await screen.findByText(/You keep Pro until 28 Nov 2026/)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Pay now' })).toBeDefined()
  })

  test('says when a cancelled Pro plan ends', async () => {
    await open({
      'GET /teachers/me': aPro,
      'GET /subscriptions/me': () => ({
        ...nothingYet,
        has_portal: true,
        subscription: { ...active, cancel_at_period_end: true },
      }),
    })
    expect(await screen.findByText(/Pro ends on 21 Dec 2026 and will not be charged again/)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Keep Pro' })).toBeDefined()
  })

  test.each(['stand-in', 'stripe-test'] as const)('says that no money moves with %s', async (provider) => {
    await open({ 'GET /subscriptions/me': () => ({ ...nothingYet, provider }) })
    expect(await screen.findByText(/Payments are in test mode.*no card is charged/)).toBeDefined()
  })

  test('offers nothing for sale if the installation accepts no payments', async () => {
    await open({ 'GET /subscriptions/me': () => ({ ...nothingYet, provider: 'off', pro_price_id: null }) })
    expect(
      await card('Pro').findByText('This installation does not take payments. Ask your administrator.'),
    ).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Upgrade to Pro' })).toBeNull()
  })
})

describe('problems with a payment', () => {
  test('show the server’s message if checkout creation failed', async () => {
    await open({
      'POST /create-checkout-session': () => refuse(409, { code: 'conflict', detail: 'You have it.' }),
    })
    await press('Upgrade to Pro')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Checkout creation failed. Nothing was charged. You have it.',
    )
    expect(await upgrade()).toHaveProperty('disabled', false)
  })

  test.each([
    ['has no address', null],
    ['cannot be opened', 'javascript:alert(1)'],
  ])('says that the redirect failed when the page %s', async (_, url) => {
    leaveFor().mockImplementation(() => {
      throw new Error('no')
    })
    await open({ 'POST /create-checkout-session': () => ({ sessionId: 'cs_1', url }) })
    await press('Upgrade to Pro')
    expect((await screen.findByRole('alert')).textContent).toContain('Redirect failed')
  })

  test('claim nothing about the origin of Pro while the provider is unreachable, but show the words', async () => {
    await open({
      'GET /teachers/me': aPro,
      'GET /subscriptions/me': () => refuse(500, { code: 'unexpected', detail: 'No.' }),
    })
    expect(await screen.findByText('95,000 of 100,000 words used')).toBeDefined()
    await screen.findByRole('button', { name: 'Try again' })
    expect(card('Pro').getByRole('button', { name: 'Manage subscription' }).hasAttribute('disabled')).toBe(
      true,
    )
    expect(card('Pro').queryByText(/administrator/)).toBeNull()
  })

  test('say if the payment provider was not loaded', async () => {
    await open({ 'GET /subscriptions/me': () => refuse(503, { code: 'busy', detail: 'Later.' }) })
    expect((await screen.findByRole('alert')).textContent).toContain('Payment provider not loaded')
    expect(await upgrade()).toHaveProperty('disabled', true)
  })

  test('say if the session id is missing', async () => {
    await open({ 'POST /create-checkout-session': () => ({ sessionId: null, url: 'https://pay.example/' }) })
    await press('Upgrade to Pro')
    expect((await screen.findByRole('alert')).textContent).toContain('Session id missing')
    expect(leaveFor()).not.toHaveBeenCalled()
  })

  const paying = {
    'GET /teachers/me': aPro,
    'GET /subscriptions/me': () => ({ ...nothingYet, has_portal: true, subscription: active }),
  }

  test('show the server’s message if portal creation failed', async () => {
    await open({
      ...paying,
      'POST /create-portal-session': () => refuse(503, { code: 'busy', detail: 'Try in a minute.' }),
    })
    await press('Manage subscription')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Portal creation failed. Your plan is unchanged. Try in a minute.',
    )
  })

  test('say if the portal url is missing', async () => {
    await open({ ...paying, 'POST /create-portal-session': () => ({ url: null }) })
    await press('Change to Free')
    expect((await screen.findByRole('alert')).textContent).toContain('Portal url missing')
  })

  test('report a profile load error, and offer nothing for sale on identity data', async () => {
    await open({ 'GET /teachers/me': () => refuse(500, { code: 'unexpected', detail: 'Oops.' }) })
    expect((await screen.findByRole('alert')).textContent).toContain('Profile load error')
    expect(await upgrade()).toHaveProperty('disabled', true)
  })
})
