import { type Restore, restorePartBytes } from '@penmark/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import AdminBackupsPage from '../../../pages/admin/backups.tsx'
import WelcomePage from '../../../pages/public/welcome.tsx'
import { aBackupList } from '../../../testing/admin-samples.ts'
import { type Answer, fakeApi, refuse } from '../../../testing/api.ts'
import { aTeacher } from '../../../testing/samples.ts'
import { openScreen } from '../../../testing/screen.tsx'

const aRestore = (change: Partial<Restore> = {}): Restore => ({
  state: 'uploading',
  name: 'backup.tar',
  size_bytes: 3 * restorePartBytes,
  received_bytes: 0,
  done_bytes: 0,
  total_bytes: 0,
  contents: null,
  status_reason: null,
  failure: null,
  ...change,
})

const ready = aRestore({
  state: 'ready',
  received_bytes: 3 * restorePartBytes,
  contents: {
    made_at: '2026-11-20T03:00:00.000Z',
    made_by: 'schedule',
    version: '0.1.0',
    files: 1_204,
    size_bytes: 3 * restorePartBytes,
    teachers: 12,
    documents: 3_400,
  },
})

afterEach(() => sessionStorage.clear())

async function open(answers: Record<string, Answer>, at: '/admin/backups' | '/welcome' = '/admin/backups') {
  const api = fakeApi({
    'GET /teachers/me': () => aTeacher({ is_administrator: true }),
    'GET /admin/backups': () => aBackupList(),
    'GET /setup': () => ({ is_open: true, needs_code: true, can_restore: true }),
    ...answers,
  })
  const routes = [
    { path: '/admin/backups', element: <AdminBackupsPage /> },
    { path: '/welcome', element: <WelcomePage /> },
  ]
  const status = at === '/welcome' ? 'unauthenticated' : 'authenticated'
  return { ...api, ...(await openScreen({ routes, at, status })) }
}

const archive = (parts = 3) =>
  new File([new Uint8Array(parts * restorePartBytes)], 'backup.tar', { type: 'application/x-tar' })

async function choose(file: File): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  if (input === null) throw new Error('There is no file to choose.')
  await userEvent.upload(input, file)
}

async function openForm(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Restore a backup' }))
  await screen.findByRole('button', { name: 'Choose the .tar file' })
}

/** A server that takes the parts and then says what it found. */
function acceptingServer(found: Restore) {
  let received = 0
  return {
    'PUT /restores/t1/parts': () => {
      received += restorePartBytes
      return received < found.size_bytes ? aRestore({ received_bytes: received }) : found
    },
    'GET /restores/t1': () => found,
  }
}

describe('in the admin area', () => {
  test('sends a backup in parts, says what it holds, and replaces everything once the word is typed', async () => {
    let latest = ready
    const { asked } = await open({
      'POST /admin/restores': () => ({ ticket: 't1', restore: aRestore() }),
      ...acceptingServer(ready),
      'GET /restores/t1': () => latest,
      'POST /admin/restores/t1/apply': () => {
        latest = { ...ready, state: 'restored' }
        return { ...ready, state: 'restarting' }
      },
    })
    await openForm()
    await choose(archive())
    expect(await screen.findByText('backup.tar is complete and undamaged')).toBeDefined()
    expect(asked('POST', '/admin/restores')[0]?.body).toEqual({
      name: 'backup.tar',
      size_bytes: 3 * restorePartBytes,
    })
    expect(asked('PUT', '/restores/t1/parts').map(({ query }) => query.get('offset'))).toEqual(
      [0, 1, 2].map((part) => String(part * restorePartBytes)),
    )
    const section = within(screen.getByRole('region', { name: 'Restore a backup' }))
    expect(section.getByText('3,400')).toBeDefined()
    expect(section.getByText(/All accounts, documents and settings of today are replaced/)).toBeDefined()
    const button = section.getByRole<HTMLButtonElement>('button', { name: 'Replace everything' })
    expect(button.disabled).toBe(true)
    await userEvent.type(section.getByLabelText('Type RESTORE to confirm'), 'restore')
    await userEvent.click(button)
    expect(await screen.findByText('The backup is restored', {}, { timeout: 5_000 })).toBeDefined()
    expect(asked('POST', '/admin/restores/t1/apply')[0]?.body).toEqual({ confirmation: 'RESTORE' })
  })

  test('says why a file was refused, and takes another', async () => {
    const refused = aRestore({
      state: 'refused',
      status_reason: 'The file is damaged or incomplete.',
      failure: null,
    })
    await open({
      'POST /admin/restores': () => ({ ticket: 't1', restore: aRestore() }),
      ...acceptingServer(refused),
    })
    await openForm()
    await choose(archive())
    expect(await screen.findByText('The file is damaged or incomplete.')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Choose the .tar file' })).toBeDefined()
  })

  test('says that a file is no backup after its first part', async () => {
    const detail = 'This file is not a downloaded backup.'
    await open({
      'POST /admin/restores': () => ({ ticket: 't1', restore: aRestore() }),
      'PUT /restores/t1/parts': () => refuse(415, { code: 'unsupported_file', detail }),
    })
    await openForm()
    await choose(archive())
    expect(await screen.findByText(detail)).toBeDefined()
    expect(sessionStorage.length).toBe(0)
  })

  test('asks for the same file again after a reload, and continues where the upload stopped', async () => {
    sessionStorage.setItem(
      'penmark.restore',
      JSON.stringify({ ticket: 't1', place: 'admin', is_confirmed: false }),
    )
    let latest = aRestore({ received_bytes: restorePartBytes })
    const { asked } = await open({
      'GET /restores/t1': () => latest,
      'PUT /restores/t1/parts': () => {
        latest =
          latest.received_bytes === restorePartBytes
            ? aRestore({ received_bytes: 2 * restorePartBytes })
            : ready
        return latest
      },
    })
    expect(await screen.findByText(/backup\.tar was not sent completely/)).toBeDefined()
    await choose(archive())
    expect(await screen.findByText('backup.tar is complete and undamaged')).toBeDefined()
    expect(asked('POST', '/admin/restores')).toEqual([])
    expect(asked('PUT', '/restores/t1/parts').map(({ query }) => query.get('offset'))).toEqual(
      [1, 2].map((part) => String(part * restorePartBytes)),
    )
  })

  test('deletes what was sent when it is cancelled', async () => {
    const { asked } = await open({
      'POST /admin/restores': () => ({ ticket: 't1', restore: ready }),
      'GET /restores/t1': () => ready,
      'DELETE /restores/t1': () => ({ cancelled: true }),
    })
    await openForm()
    await choose(archive())
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(await screen.findByRole('button', { name: 'Choose the .tar file' })).toBeDefined()
    expect(asked('DELETE', '/restores/t1')).toHaveLength(1)
    expect(sessionStorage.length).toBe(0)
  })

  test('names the command where the database is a PostgreSQL server', async () => {
    await open({ 'GET /admin/backups': () => aBackupList({ can_restore: false }) })
    const section = await screen.findByRole('region', { name: 'Restore a backup' })
    expect(section.textContent).toContain('npm run restore')
    expect(within(section).queryByRole('button')).toBeNull()
  })
})

describe('on the welcome page', () => {
  test('asks for the setup code before the file, and restores without a word to type', async () => {
    const { asked } = await open(
      {
        'POST /setup/restores': () => ({ ticket: 't1', restore: aRestore() }),
        ...acceptingServer(ready),
        'POST /restores/t1/apply': () => ({ ...ready, state: 'restarting' }),
      },
      '/welcome',
    )
    await openForm()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Choose the .tar file' }).disabled).toBe(
      true,
    )
    await userEvent.type(screen.getByRole('textbox', { name: 'Setup code' }), 'ABCD-EFGH')
    await choose(archive())
    await userEvent.click(await screen.findByRole('button', { name: 'Restore this backup' }))
    expect(asked('POST', '/setup/restores')[0]?.body).toMatchObject({ name: 'backup.tar', code: 'ABCD-EFGH' })
    expect(asked('POST', '/restores/t1/apply')).toHaveLength(1)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Create the account' })).toBeNull())
  })

  test('leads back to the first page after a restore that failed', async () => {
    sessionStorage.setItem(
      'penmark.restore',
      JSON.stringify({ ticket: 't1', place: 'first', is_confirmed: true }),
    )
    await open(
      {
        'GET /restores/t1': () =>
          aRestore({ state: 'failed', status_reason: 'The disk is full.', failure: null }),
      },
      '/welcome',
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Back' }))
    expect(await screen.findByRole('button', { name: 'Create the account' })).toBeDefined()
  })

  test.each([
    [aRestore({ state: 'restored', contents: ready.contents }), 'The backup is restored'],
    [
      aRestore({ state: 'failed', status_reason: 'The disk is full.', failure: null }),
      /Nothing was lost.*The disk is full\./,
    ],
  ])('follows a confirmed restore to its end, wherever it was begun', async (end, words) => {
    sessionStorage.setItem(
      'penmark.restore',
      JSON.stringify({ ticket: 't1', place: 'admin', is_confirmed: true }),
    )
    const states: Restore[] = [{ ...ready, state: 'restarting' }]
    await open({ 'GET /restores/t1': () => states.shift() ?? end }, '/welcome')
    expect(await screen.findByText(/Putting the backup in place/)).toBeDefined()
    expect(await screen.findByText(words, {}, { timeout: 5_000 })).toBeDefined()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Restore a backup')
    expect(screen.queryByText(/is being restored/)).toBeNull()
  })
})
