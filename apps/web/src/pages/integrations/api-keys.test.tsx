import type { ApiKey } from '@penmark/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answer, fakeApi, refuse } from '../../testing/api.ts'
import { openElement } from '../../testing/screen.tsx'
import { ApiKeysPage } from './integrations.tsx'

const library: ApiKey = {
  id: 'k1',
  name: 'Library',
  prefix: 'pmk_AbCdEfGh',
  scopes: ['documents:write', 'reports:read'],
  created_at: '2026-11-20T10:00:00.000Z',
  last_used_at: null,
  expires_at: null,
}

async function open(answers: Record<string, Answer> = {}) {
  const api = fakeApi({ 'GET /integrations/api-keys': () => [library], ...answers })
  await openElement(<ApiKeysPage />)
  await screen.findByRole('heading', { level: 1, name: 'API keys' })
  return api
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('lists every key with its first characters, scopes and last use', async () => {
  await open({
    'GET /integrations/api-keys': () => [
      library,
      {
        ...library,
        id: 'k2',
        name: 'Old',
        last_used_at: '2026-11-20T10:00:00.000Z',
        expires_at: '2026-01-02T10:00:00.000Z',
      },
    ],
  })
  const row = within((await screen.findByText('Library')).closest('tr') as HTMLElement)
  expect(row.getByText('pmk_AbCdEfGh…')).toBeDefined()
  expect(row.getByText('Send documents, Read reports')).toBeDefined()
  expect(row.getAllByText('Never')).toHaveLength(2)
  expect(screen.getByText('Expired on 2 Jan 2026')).toBeDefined()
})

test('says if there are none', async () => {
  await open({ 'GET /integrations/api-keys': () => [] })
  expect(await screen.findByText(/You have no API keys/)).toBeDefined()
})

test('says if they could not be loaded, and retries', async () => {
  let fails = true
  await open({ 'GET /integrations/api-keys': () => (fails ? refuse(500, {}) : [library]) })
  expect(await screen.findByText(/could not be loaded/)).toBeDefined()
  fails = false
  await press('Try again')
  expect(await screen.findByText('Library')).toBeDefined()
})

test('creates a key and shows it once', async () => {
  const { asked } = await open({
    'POST /integrations/api-keys': () => ({ ...library, key: 'pmk_the-whole-key' }),
  })
  await press('New API key')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Library')
  await userEvent.click(screen.getByRole('checkbox', { name: 'See the status of documents' }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Expires after' }), '90 days')
  await press('Create key')
  expect(await screen.findByDisplayValue('pmk_the-whole-key')).toBeDefined()
  expect(asked('POST', '/integrations/api-keys').map(({ body }) => body)).toEqual([
    { name: 'Library', scopes: ['documents:write', 'reports:read'], days: 90 },
  ])
  await press('I have copied it')
  await press('New API key')
  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveProperty('value', '')
  expect(screen.queryByDisplayValue('pmk_the-whole-key')).toBeNull()
})

test('requires a name and a scope', async () => {
  const { asked } = await open()
  await press('New API key')
  for (const checkbox of await screen.findAllByRole('checkbox', { checked: true }))
    await userEvent.click(checkbox)
  await press('Create key')
  expect(await screen.findByText('Please enter a name.')).toBeDefined()
  expect(screen.getByText('Choose at least one permission.')).toBeDefined()
  expect(asked('POST', '/integrations/api-keys')).toEqual([])
})

test('says why a key was not created', async () => {
  await open({
    'POST /integrations/api-keys': () => refuse(409, { code: 'conflict', detail: 'You have 20 API keys.' }),
  })
  await press('New API key')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'K')
  await press('Create key')
  expect(await screen.findByText('The key was not created. You have 20 API keys.')).toBeDefined()
})

test('revokes a key after confirmation', async () => {
  let keys = [library]
  const { asked } = await open({
    'GET /integrations/api-keys': () => keys,
    'DELETE /integrations/api-keys/k1': () => {
      keys = []
      return { id: 'k1', deleted: true }
    },
  })
  await press('Revoke Library')
  expect(await screen.findByText(/Programs that use “Library” will be refused from now on/)).toBeDefined()
  await press('Revoke')
  expect(await screen.findByText('The key was revoked.')).toBeDefined()
  expect(asked('DELETE', '/integrations/api-keys/k1')).toHaveLength(1)
  expect(await screen.findByText(/You have no API keys/)).toBeDefined()
})

test('says if a key was not revoked', async () => {
  await open({ 'DELETE /integrations/api-keys/k1': () => refuse(503, { code: 'busy', detail: 'Later.' }) })
  await press('Revoke Library')
  await press('Revoke')
  expect(await screen.findByText('The key was not revoked. Later.')).toBeDefined()
})

test('shows how to use a key', async () => {
  await open()
  expect(screen.getByText(/^curl/).textContent).toContain('http://localhost:3000/api/v1/documents/upload')
})
