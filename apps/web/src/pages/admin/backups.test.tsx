import type { Backup, BackupList, BackupRun } from '@penmark/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { aBackupList } from '../../testing/admin-samples.ts'
import { type Answer, fakeApi, refuse } from '../../testing/api.ts'
import { aTeacher } from '../../testing/samples.ts'
import { openScreen } from '../../testing/screen.tsx'
import AdminBackupsPage from './backups.tsx'

const at = '2026-11-21T10:00:00.000Z'
const megabyte = 1024 * 1024

const aBackup = (change: Partial<Backup> = {}): Backup => ({
  id: 'penmark-20261121T100000Z',
  made_at: at,
  made_by: 'administrator',
  version: '1.0.0',
  files: 1_204,
  size_bytes: 300 * megabyte,
  verification: { verified_at: '2026-11-21T10:05:00.000Z', status_reason: null, failure: null },
  ...change,
})

const aRun = (change: Partial<BackupRun> = {}): BackupRun => ({
  id: 'r1',
  kind: 'make',
  backup_id: 'penmark-20261122T100000Z',
  made_by: 'administrator',
  state: 'running',
  step: 'copying',
  done_bytes: 75 * megabyte,
  total_bytes: 300 * megabyte,
  status_reason: null,
  failure: null,
  created_at: at,
  ended_at: null,
  ...change,
})

const aList = (change: Partial<BackupList> = {}) => aBackupList({ backups: [aBackup()], ...change })

async function open(list: BackupList, answers: Record<string, Answer> = {}, is_administrator = true) {
  const api = fakeApi({
    'GET /teachers/me': () => aTeacher({ is_administrator }),
    'GET /admin/backups': () => list,
    ...answers,
  })
  const routes = [
    { path: '/admin/backups', element: <AdminBackupsPage /> },
    { path: '*', element: <p>Elsewhere</p> },
  ]
  return { ...api, ...(await openScreen({ routes, at: '/admin/backups' })) }
}

const aRehearsal = (status_reason: string | null) => ({
  backup_id: 'penmark-20261121T100000Z',
  backup_made_at: at,
  rehearsed_at: '2026-12-03T02:00:00.000Z',
  documents: 12_408,
  files: 12_000,
  opened: 20,
  status_reason,
  failure: null,
})

test('says when a restore was last rehearsed, how many documents were there, and that they were whole', async () => {
  await open(aList({ rehearsal: aRehearsal(null) }))
  expect(
    await screen.findByText(/^Last rehearsed restore: .*3 Dec.*, 12,408 documents, whole$/),
  ).toBeDefined()
})

test('warns when a rehearsed restore failed, with the reason', async () => {
  await open(aList({ rehearsal: aRehearsal('The disk filled up while a restore was rehearsed.') }))
  await screen.findByText(/The disk filled up while a restore was rehearsed/)
  expect(screen.queryByText(/whole$/)).toBeNull()
})

const make = () => screen.findByRole('button', { name: 'Make a backup now' })

test('redirects users who are not administrators to /', async () => {
  const { router } = await open(aList(), {}, false)
  await screen.findByText('Elsewhere')
  expect(router.state.location.pathname).toBe('/')
})

test('lists each backup with its size, who made it, and whether its files are whole', async () => {
  const damage = 'The backup is damaged: files/ab has changed since the backup was made.'
  await open(
    aList({
      backups: [
        aBackup(),
        aBackup({ id: 'two', made_by: 'schedule', verification: null }),
        aBackup({
          id: 'three',
          made_by: 'update',
          verification: { verified_at: at, status_reason: damage, failure: null },
        }),
      ],
    }),
  )
  await screen.findByText(damage)
  const [, first, second, third] = screen.getAllByRole('row')
  for (const text of ['By hand', '300 MB', /Verified 21 Nov 2026/])
    within(first as HTMLElement).getByText(text)
  for (const text of ['Automatic', 'Not verified']) within(second as HTMLElement).getByText(text)
  for (const text of ['Before an update', damage]) within(third as HTMLElement).getByText(text)
  expect(
    screen.getByText(/Kept in \/srv\/penmark\/backups. The next backup needs about 320 MB; 5 GB are free\./),
  ).toBeDefined()
})

test('makes a backup, and shows how far it is after a reload too', async () => {
  const list = aList({ backups: [] })
  const { asked } = await open(list, {
    'POST /admin/backups': () => {
      list.run = aRun()
      return list.run
    },
  })
  await screen.findByText('No backups yet.')
  await userEvent.click(await make())
  await screen.findByText('Copying files: 75 MB of 300 MB')
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
  expect(await make()).toHaveProperty('disabled', true)
  expect(asked('POST', '/admin/backups')).toHaveLength(1)
})

test('names the backup that is being verified, and waits with the next', async () => {
  await open(aList({ run: aRun({ kind: 'verify', backup_id: aBackup().id, step: null }) }))
  await screen.findByText(/The backup of 21 Nov 2026.* is being verified/)
  screen.getByText('Waiting to begin…')
  expect(screen.getByRole('button', { name: /Verify the backup/ })).toHaveProperty('disabled', true)
})

test('says why the last backup failed', async () => {
  await open(
    aList({
      run: aRun({ state: 'failed', status_reason: 'The disk filled up.', failure: null, ended_at: at }),
    }),
  )
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /The backup of 21 Nov 2026.* failed. The disk filled up./,
  )
  expect(await make()).toHaveProperty('disabled', false)
})

test.each([
  ['no-room', /needs about 320 MB, and 5 GB are free/],
  ['folder-not-writable', /may not write to \/srv\/penmark\/backups/],
  ['pg-dump-missing', /pg_dump, which copies a PostgreSQL database, is missing/],
  ['pg-dump-too-old', /older than the PostgreSQL server/],
] as const)('says before anything begins what stands in the way: %s', async (obstacle, words) => {
  await open(aList({ obstacle }))
  expect((await screen.findByRole('alert')).textContent).toMatch(words)
  expect(await make()).toHaveProperty('disabled', true)
})

test('warns what the kept backups do not protect against', async () => {
  await open(aList({ shares_disk: true, leaves_out_files: true }))
  await screen.findByText(/on the same disk as the data/)
  expect(screen.getByText(/are in a bucket/)).toBeDefined()
})

test('downloads with a separate link, verifies, and deletes after confirmation', async () => {
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const id = aBackup().id
  const { asked } = await open(aList(), {
    [`POST /admin/backups/${id}/link`]: () => ({ url: '/api/v1/backups/secret', expires_at: at }),
    [`POST /admin/backups/${id}/verify`]: () => aRun({ kind: 'verify', backup_id: id }),
    [`DELETE /admin/backups/${id}`]: () => ({ id, deleted: true }),
  })
  await userEvent.click(await screen.findByRole('button', { name: /Download the backup of 21 Nov/ }))
  await expect
    .poll(() => clicked.mock.contexts.map((link) => (link as HTMLAnchorElement).pathname))
    .toEqual(['/api/v1/backups/secret'])
  await userEvent.click(screen.getByRole('button', { name: /Verify the backup of 21 Nov/ }))
  await userEvent.click(screen.getByRole('button', { name: /Delete the backup of 21 Nov/ }))
  const dialog = await screen.findByRole('dialog')
  expect(asked('DELETE', `/admin/backups/${id}`)).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await screen.findByText('The backup was deleted.')
  expect(
    [asked('POST', `/admin/backups/${id}/verify`), asked('DELETE', `/admin/backups/${id}`)].map(
      ({ length }) => length,
    ),
  ).toEqual([1, 1])
  clicked.mockRestore()
})

test('says why a backup could not begin', async () => {
  await open(aList(), {
    'POST /admin/backups': () => refuse(409, { code: 'conflict', detail: 'Another backup is being made.' }),
  })
  await userEvent.click(await make())
  expect(await screen.findByText('That did not work. Another backup is being made.')).toBeDefined()
})

test('makes backups by itself when asked, and says when the next is due', async () => {
  const list = aList()
  const { asked } = await open(list, {
    'PUT /admin/backups/schedule': ({ body }) => {
      Object.assign(list, { schedule: body, next_scheduled_at: '2026-11-22T04:00:00.000Z' })
      return body
    },
  })
  const form = within(await screen.findByRole('region', { name: 'Automatic backups' }))
  expect(form.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  await userEvent.selectOptions(form.getByLabelText('Make a backup'), 'Every day')
  await userEvent.selectOptions(form.getByLabelText('Hour (Europe/London)'), '4')
  await userEvent.selectOptions(form.getByLabelText('Keep'), 'The latest 30')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByText(/The next one is made on 22 Nov 2026/)
  expect(asked('PUT', '/admin/backups/schedule').map(({ body }) => body)).toEqual([
    { frequency: 'daily', hour: 4, keep: 30 },
  ])
})

test('says that the last automatic backup failed, and why', async () => {
  const failed = aRun({
    made_by: 'schedule',
    state: 'failed',
    status_reason: 'The disk filled up.',
    failure: null,
    ended_at: at,
  })
  await open(aList({ run: failed, failed_schedule: failed }))
  expect((await screen.findAllByRole('alert')).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/The automatic backup of 21 Nov 2026.* failed. The disk filled up./),
  ])
})
