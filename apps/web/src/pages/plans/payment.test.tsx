import type { Teacher } from '@penmark/contract'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { fakeApi } from '../../testing/api.ts'
import { aTeacher } from '../../testing/samples.ts'
import { openScreen } from '../../testing/screen.tsx'
import { PaymentCanceledPage, PaymentSuccessPage } from './payment.tsx'

const routes = [
  { path: '/payment/success', element: <PaymentSuccessPage /> },
  { path: '/payment/canceled', element: <PaymentCanceledPage /> },
  { path: '*', element: <p>elsewhere</p> },
]
afterEach(() => vi.useRealTimers())

describe('the success page', () => {
  test('reads the session_id, refreshes the profile until the plan has changed, and links to / with Go to Dashboard', async () => {
    let plan: 'Free' | 'Pro' = 'Free'
    const { asked } = fakeApi({ 'GET /teachers/me': () => aTeacher({ current_plan: plan }) })
    await openScreen({ routes, at: '/payment/success?session_id=cs_1' })
    expect(await screen.findByText('Thank you. Your payment is being confirmed.')).toBeDefined()
    plan = 'Pro'
    expect(await screen.findByText('Thank you. You are now on Pro.')).toBeDefined()
    expect(asked('GET', '/teachers/me').length).toBeGreaterThan(1)
    expect(screen.getByRole('link', { name: 'Go to Dashboard' }).getAttribute('href')).toBe('/')
    expect(screen.queryByText(/Session id missing/)).toBeNull()
  })

  test('returns to /profile after 5 s, from the moment at which the outcome can be read', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let answer = (_teacher: Teacher) => {}
    fakeApi({ 'GET /teachers/me': () => new Promise<Teacher>((resolve) => (answer = resolve)) })
    const { router } = await openScreen({ routes, at: '/payment/success?session_id=cs_1' })
    await act(() => vi.advanceTimersByTimeAsync(9_000))
    expect(router.state.location.pathname).toBe('/payment/success')
    answer(aTeacher({ current_plan: 'Pro' }))
    expect(await screen.findByText('Thank you. You are now on Pro.')).toBeDefined()
    await act(() => vi.advanceTimersByTimeAsync(4_900))
    expect(router.state.location.pathname).toBe('/payment/success')
    await act(() => vi.advanceTimersByTimeAsync(200))
    expect(router.state.location.pathname).toBe('/profile')
  })

  test('stays open on request, and says if the session id is missing', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    fakeApi({ 'GET /teachers/me': () => aTeacher() })
    const { router } = await openScreen({ routes, at: '/payment/success' })
    expect(await screen.findByText(/Session id missing in this address/)).toBeDefined()
    await userEvent
      .setup({ advanceTimers: vi.advanceTimersByTime })
      .click(screen.getByRole('button', { name: 'Stay on this page' }))
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(router.state.location.pathname).toBe('/payment/success')
  })
})

test('links back to /subscriptions from a cancelled payment', async () => {
  fakeApi({})
  await openScreen({ routes, at: '/payment/canceled' })
  expect(screen.getByText('Nothing was charged, and your plan has not changed.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Back to the plans' }).getAttribute('href')).toBe('/subscriptions')
})
