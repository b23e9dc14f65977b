import type { PlanId } from '@penmark/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeApi } from '../../../testing/api.ts'
import { publicSettings } from '../../../testing/samples.ts'
import { openElement } from '../../../testing/screen.tsx'
import { LimitModal } from './limit-modal.tsx'

async function open(plan: PlanId, detail = '', sells_plans = true) {
  fakeApi({ 'GET /settings': () => ({ ...publicSettings, sells_plans }) })
  const onClose = vi.fn()
  await openElement(<LimitModal detail={detail} plan={plan} onClose={onClose} />)
  return { dialog: within(await screen.findByRole('dialog', { name: 'Upload Limit Exceeded' })), onClose }
}

test('shows the default text if the server sent none', async () => {
  const { dialog } = await open('PRO')
  const words =
    'You have reached your monthly usage limit. Upgrade to Pro for unlimited uploads and processing.'
  expect(dialog.getByText(words)).toBeDefined()
})

test('lists what Pro adds to the Free plan, with the actual allowance below', async () => {
  const { dialog } = await open('FREE', 'Nothing is left.')
  await dialog.findByRole('list')
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Unlimited document processing',
    'Priority processing queue',
    'Advanced analytics',
    'Priority support',
  ])
  expect(dialog.getByText(/Pro covers 100,000 words a month/)).toBeDefined()
})

test('offers to go to the plans, or to stay', async () => {
  const { dialog, onClose } = await open('FREE')
  expect((await dialog.findByRole('link', { name: 'Upgrade to Pro' })).getAttribute('href')).toBe('/pricing')
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test.each(['PRO', 'SCHOOLS'] as const)('sells nothing to a teacher with %s', async (plan) => {
  const { dialog } = await open(plan, 'Nothing is left.')
  expect(dialog.getByText('Nothing is left.')).toBeDefined()
  expect(dialog.queryByRole('list')).toBeNull()
})

test('leads from the Free plan straight to the page where Pro is paid, without the public prices', async () => {
  const { dialog, onClose } = await open('FREE', 'Nothing is left.')
  const pay = await dialog.findByRole('link', { name: 'Pay for Pro' })
  expect(pay.getAttribute('href')).toBe('/subscriptions')
  await userEvent.click(pay)
  expect(onClose).toHaveBeenCalledOnce()
})

test('says only what happened where nothing is sold', async () => {
  const { dialog } = await open('FREE', 'Nothing is left.', false)
  expect(dialog.getByText('Nothing is left.')).toBeDefined()
  expect(dialog.queryByRole('list')).toBeNull()
  expect(dialog.queryAllByRole('link')).toEqual([])
})
