import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeApi } from '../../testing/api.ts'
import { openElement } from '../../testing/screen.tsx'
import { IntegrationsPage } from './integrations.tsx'

async function open() {
  const api = fakeApi({})
  await openElement(<IntegrationsPage />, '/integrations')
  await screen.findByRole('heading', { level: 1, name: 'Integrations' })
  return api
}
const choose = (name: string) => userEvent.click(screen.getByRole('radio', { name }))
const register = () => userEvent.click(screen.getByRole('button', { name: 'Register Interest' }))

test('offers the seven choices of the specification, in its order', async () => {
  await open()
  expect(
    screen.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).labels?.[0]?.textContent),
  ).toEqual([
    'Microsoft Teams',
    'Google Classroom',
    'Moodle',
    'Canvas',
    'Microsoft Forms',
    'Survey Monkey',
    'Other',
  ])
})

test('says that these are a feature of the paid plans', async () => {
  await open()
  expect(screen.getByText(/planned for the paid plans/)).toBeDefined()
})

test('only thanks the teacher, and makes no call', async () => {
  const { calls } = await open()
  await choose('Moodle')
  await register()
  expect(await screen.findByText(/Thank you for your interest in Moodle/)).toBeDefined()
  expect(calls.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('asks the teacher to contact support for another platform', async () => {
  await open()
  await choose('Other')
  await register()
  expect(await screen.findByText(/Tell support what your school uses/)).toBeDefined()
})

test('hides the thanks once something else is chosen', async () => {
  await open()
  await register()
  await screen.findByText(/interest in Microsoft Teams/)
  await choose('Canvas')
  expect(screen.queryByText(/Thank you/)).toBeNull()
})

test('links to the integrations that already work', async () => {
  await open()
  expect(screen.getByRole('link', { name: 'Manage API keys' }).getAttribute('href')).toBe(
    '/integrations/api-keys',
  )
})
