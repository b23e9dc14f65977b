import type { TeacherImportResult, TeacherImports } from '@penmark/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answer, fakeApi, refuse } from '../../testing/api.ts'
import { aTeacher } from '../../testing/samples.ts'
import { openScreen } from '../../testing/screen.tsx'
import AdminTeacherImportsPage from './teacher-imports.tsx'

const imports: TeacherImports = {
  sends_invitations: true,
  nightly: { missing: 'deactivate', hour: 2, time_zone: 'Europe/London' },
  runs: [
    {
      id: 'r1',
      source: 'schedule',
      at: '2026-11-21T02:00:00.000Z',
      fault: 'too-many-deactivated',
      added: 0,
      changed: 0,
      deactivated: 0,
      unchanged: 0,
      problems: [],
    },
  ],
}

const result = (change: Partial<TeacherImportResult> = {}): TeacherImportResult => ({
  fault: null,
  changes: [
    { kind: 'add', line: 2, email: 'bo@school.example', name: 'Bo Aas', fields: [] },
    { kind: 'deactivate', line: null, email: 'cy@school.example', name: 'Cy Lo', fields: [] },
  ],
  unchanged: 12,
  problems: [{ line: 4, code: 'email' }],
  fingerprint: 'print',
  run: null,
  ...change,
})

async function open(answer: Answer, is_administrator = true) {
  const api = fakeApi({
    'GET /teachers/me': () => aTeacher({ is_administrator }),
    'GET /admin/teacher-imports': () => imports,
    'POST /admin/teacher-imports': answer,
  })
  const routes = [
    { path: '/admin/teacher-imports', element: <AdminTeacherImportsPage /> },
    { path: '*', element: <p>Elsewhere</p> },
  ]
  return { ...api, ...(await openScreen({ routes, at: '/admin/teacher-imports' })) }
}

async function choose() {
  await screen.findByText(/read every night after/)
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  if (input === null) throw new Error('There is no file input.')
  await userEvent.upload(input, new File(['Email,First name,Last name'], 'staff.csv', { type: 'text/csv' }))
}

test('redirects users who are not administrators to /', async () => {
  await open(() => result(), false)
  expect(await screen.findByText('Elsewhere')).toBeDefined()
})

test('shows what a file would change, then imports exactly that', async () => {
  const { asked } = await open(() => result())
  await choose()
  await screen.findByText('1 added · 1 deactivated · 12 unchanged · 1 line with a problem')
  const changes = within(screen.getByRole('table', { name: 'Changes' }))
  for (const text of ['Bo Aas', 'bo@school.example', 'Added', 'Line 2', 'Deactivated', 'Not in the file'])
    changes.getByText(text)
  within(screen.getByRole('table', { name: 'Problems' })).getByText('There is no valid email.')
  await userEvent.click(screen.getByRole('button', { name: 'Import' }))
  await screen.findByText('The list was imported.')
  const [first, second] = asked('POST', '/admin/teacher-imports').map(({ body }) => body)
  expect(first).toEqual({ file: btoa('Email,First name,Last name'), missing: 'keep', allow_many: false })
  expect(second).toEqual({ ...(first as object), fingerprint: 'print' })
})

test('deactivates who is missing only when asked, and many only after a second question', async () => {
  const { asked } = await open(({ body }) => {
    const { missing, allow_many } = body as { missing: string; allow_many: boolean }
    return missing === 'deactivate' && !allow_many ? result({ fault: 'too-many-deactivated' }) : result()
  })
  await choose()
  await userEvent.click(
    await screen.findByRole('checkbox', { name: /^Deactivate teachers of earlier lists/ }),
  )
  await screen.findByText(/so it may be incomplete/, { selector: '[role="alert"] *' })
  expect(screen.getByRole('button', { name: 'Import' })).toHaveProperty('disabled', true)
  await userEvent.click(
    screen.getByRole('checkbox', { name: 'Deactivate more than a fifth of the listed teachers' }),
  )
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Import' })).toHaveProperty('disabled', false),
  )
  expect(asked('POST', '/admin/teacher-imports').at(-1)?.body).toMatchObject({
    missing: 'deactivate',
    allow_many: true,
  })
})

test('shows a new preview if accounts have changed since the last one', async () => {
  const { asked } = await open(({ body }) =>
    'fingerprint' in (body as object)
      ? refuse(409, { code: 'conflict', detail: 'Accounts have changed since this preview.' })
      : result(),
  )
  await choose()
  await userEvent.click(await screen.findByRole('button', { name: 'Import' }))
  await screen.findByText('That did not work. Accounts have changed since this preview.')
  await waitFor(() => expect(asked('POST', '/admin/teacher-imports')).toHaveLength(3))
})

test('lists the imports so far, with the reason of a refusal', async () => {
  await open(() => result())
  const runs = within(await screen.findByRole('table', { name: 'Imports so far' }))
  await runs.findByText('Nightly')
  expect(runs.getByText(/would deactivate more than a fifth/)).toBeDefined()
})
