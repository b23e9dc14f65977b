import { brand } from '@penmark/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { openScreen } from '../../test/screen.tsx'
import PricingPage from './pricing.tsx'

const routes = [{ path: '/pricing', element: <PricingPage /> }]
const card = (name: string) => within(screen.getByRole('region', { name }))

it('leads who is signed in from a plan to /subscriptions', async () => {
  await openScreen({ routes, at: '/pricing' })
  expect(card('Pro').getByRole('link', { name: 'Upgrade to Pro' }).getAttribute('href')).toBe('/subscriptions')
  expect(card('Free').getByRole('link', { name: 'See your plan' }).getAttribute('href')).toBe('/subscriptions')
})

it('lets anybody else register, and come back to the plan', async () => {
  const { client } = await openScreen({ routes, at: '/pricing', status: 'unauthenticated' })
  await userEvent.click(card('Pro').getByRole('button', { name: 'Upgrade to Pro' }))
  expect(client.register).toHaveBeenCalledWith('/subscriptions')
})

it('says what a page means, and how to reach sales', async () => {
  await openScreen({ routes, at: '/pricing', status: 'unauthenticated' })
  expect(screen.getByText(/A page means 1,000 words/)).toBeDefined()
  expect(card('Schools').getByRole('link', { name: 'Contact Sales' }).getAttribute('href')).toContain(`mailto:${brand.supportEmail}`)
})
