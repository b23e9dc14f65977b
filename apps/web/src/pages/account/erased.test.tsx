import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi, refuse } from '../../testing/api.ts'
import { eventually } from '../../testing/eventually.ts'
import { openScreen } from '../../testing/screen.tsx'
import ErasedPage from './erased.tsx'

const routes = [{ path: '/erased/:erasureId', element: <ErasedPage /> }]
const running = {
  id: 'e1',
  started_at: '2026-11-21T10:00:00.000Z',
  finished_at: null,
  erased: { documents: 7 },
  sign_in: null,
}
const finished = {
  ...running,
  finished_at: '2026-11-21T10:01:00.000Z',
  erased: { documents: 12, files: 9 },
  sign_in: 'erased',
}

test('follows the erasure to its receipt, which is readable when signed out', async () => {
  let asked = 0
  fakeApi({
    'GET /erasures/e1': () => {
      asked += 1
      if (asked === 2) return refuse(503, { code: 'busy', detail: 'Soon.' })
      return asked === 1
        ? { id: 'e1', state: 'running', receipt: running, sha256: null }
        : { id: 'e1', state: 'finished', receipt: finished, sha256: 'abc123' }
    },
  })
  const { client } = await openScreen({ routes, at: '/erased/e1', status: 'unauthenticated' })
  expect(await screen.findByText(/7 documents deleted so far/)).toBeDefined()
  expect(await screen.findByText('abc123')).toBeDefined()
  expect(screen.getByRole('row', { name: 'Documents 12' })).toBeDefined()
  expect(screen.getByRole('row', { name: 'Files 9' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Download the receipt' })).toBeDefined()
  expect(client.forget).not.toHaveBeenCalled()
})

test('signs out a user coming from the erasure, but not one who followed a link', async () => {
  fakeApi({
    'GET /erasures/e1': () => ({ id: 'e1', state: 'finished', receipt: finished, sha256: 'abc123' }),
  })
  const { client, router } = await openScreen({ routes, at: '/erased/e1' })
  await screen.findByText('abc123')
  expect(client.forget).not.toHaveBeenCalled()
  await router.navigate('/erased/e1', { state: { startedErasure: true } })
  await eventually(() => expect(client.forget).toHaveBeenCalled())
})

test('says that there is no such receipt', async () => {
  fakeApi({ 'GET /erasures/e2': () => refuse(404, { code: 'not_found', detail: 'None.' }) })
  await openScreen({ routes, at: '/erased/e2', status: 'unauthenticated' })
  expect(await screen.findByRole('heading', { name: 'Receipt not found' })).toBeDefined()
})
