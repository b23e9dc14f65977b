import type { BinItem } from '@penmark/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type Answer, fakeApi, refuse } from '../../testing/api.ts'
import { openScreen } from '../../testing/screen.tsx'
import BinPage from './bin.tsx'

const times = { deleted_at: '2026-11-20T10:00:00.000Z', erased_at: '2026-12-20T10:00:00.000Z' }
let items: BinItem[]
beforeEach(() => {
  items = [
    { id: 'd-1', kind: 'document', name: 'essay.txt', ...times },
    { id: 'g-1', kind: 'class', name: '7B', ...times },
  ]
})

function restore(id: string, answer: object) {
  items = items.filter((item) => item.id !== id)
  return answer
}

async function open(special: Record<string, Answer> = {}) {
  fakeApi({
    'GET /bin': () => ({ items, total: items.length }),
    'POST /bin/d-1/restore': () =>
      restore('d-1', { id: 'd-1', kind: 'document', name: 'essay.txt', changed: [] }),
    'POST /bin/g-1/restore': () =>
      restore('g-1', { id: 'g-1', kind: 'class', name: '7B (2)', changed: ['class_name'] }),
    'DELETE /bin/d-1': () => restore('d-1', { id: 'd-1', deleted: true }),
    ...special,
  })
  await openScreen({ routes: [{ path: '/bin', element: <BinPage /> }], at: '/bin' })
}

test('lists what was deleted, with the day on which it is erased, and restores it', async () => {
  await open()
  const row = await screen.findByRole('row', { name: /essay\.txt/ })
  expect(within(row).getByText('Document')).toBeDefined()
  expect(within(row).getByText('20 Dec 2026')).toBeDefined()
  await userEvent.click(within(row).getByRole('button', { name: 'Restore essay.txt' }))
  await screen.findByText('“essay.txt” is back.')
  await waitFor(() => expect(screen.queryByRole('row', { name: /essay\.txt/ })).toBeNull())
})

test('says that a class came back under another name', async () => {
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Restore 7B' }))
  expect(
    await screen.findByText('The class is back as “7B (2)”, because another class has its name now.'),
  ).toBeDefined()
})

test('erases for good after asking, and says what that means', async () => {
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Erase essay.txt for good' }))
  const dialog = await screen.findByRole('dialog', { name: 'Erase this for good?' })
  expect(within(dialog).getByText(/erased at once\. This cannot be undone\./)).toBeDefined()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Erase for good' }))
  await screen.findByText('Erased.')
  await waitFor(() => expect(screen.queryByRole('row', { name: /essay\.txt/ })).toBeNull())
})

test('says why something could not be restored, and keeps it in the list', async () => {
  await open({
    'POST /bin/d-1/restore': () => refuse(503, { code: 'busy', detail: 'Try again in a moment.' }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Restore essay.txt' }))
  await screen.findByText('Not restored. Try again in a moment.')
  expect(screen.getByRole('row', { name: /essay\.txt/ })).toBeDefined()
})

test('says when the bin is empty', async () => {
  items = []
  await open()
  expect(await screen.findByText('The bin is empty.')).toBeDefined()
})
