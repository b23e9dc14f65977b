import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { type Answer, documentsApi, fakeApi, refuse } from '../../testing/api.ts'
import { aStudent, aTeacher } from '../../testing/samples.ts'
import { openScreen } from '../../testing/screen.tsx'
import DocumentsPage from './documents.tsx'
import QuickstartPage from './quickstart.tsx'

afterEach(() => {
  vi.useRealTimers()
})

const taken = () => ({
  batch_id: 'b1',
  total_files: 2,
  status: 'QUEUED',
  document_ids: ['d1', 'd2'],
  documents: [],
  skipped: [],
})

async function open(answers: Record<string, Answer> = {}) {
  const api = fakeApi({
    'GET /teachers/me': () => aTeacher(),
    'POST /documents/batch': taken,
    ...documentsApi(() => []),
    ...answers,
  })
  const routes = [
    { path: '/quickstart', element: <QuickstartPage /> },
    { path: '/documents', element: <DocumentsPage /> },
  ]
  return { ...api, ...(await openScreen({ routes, at: '/quickstart' })) }
}

async function choose(...names: string[]) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
  await userEvent.setup({ applyAccept: false }).upload(
    input,
    names.map((name) => new File(['words'], name)),
  )
}

const send = () => userEvent.click(screen.getByRole('button', { name: 'Upload' }))

test('requires at least one file', async () => {
  await open()
  expect(screen.getByRole('button', { name: 'Upload' })).toHaveProperty('disabled', true)
  expect(screen.getByText('Choose at least one file.')).toBeDefined()
})

test('accepts pdf, docx and txt, lists them, and lets one be removed', async () => {
  await open()
  await choose('a.pdf', 'b.docx', 'c.txt', 'd.doc', 'e.zip')
  for (const name of ['d.doc', 'e.zip'])
    expect(await screen.findByText(`${name} was not added. Choose a PDF, DOCX or TXT file.`)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Remove b.docx' }))
  const listed = within(screen.getByRole('list', { name: 'Chosen files' })).getAllByRole('listitem')
  expect(listed.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('a.pdf'),
    expect.stringContaining('c.txt'),
  ])
  expect(screen.getByText('2 files chosen')).toBeDefined()
})

test('takes several files that are dropped or chosen together', async () => {
  await open()
  const zone = document.querySelector('input[type=file]')?.parentElement
  if (!zone) throw new Error('The page has no drop zone')
  const files = ['a.pdf', 'c.txt'].map((name) => new File(['words'], name))
  fireEvent.drop(zone, { dataTransfer: { files, items: [], types: ['Files'] } })
  const list = within(await screen.findByRole('list', { name: 'Chosen files' }))
  await choose('d.txt', 'e.docx')
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    ['a.pdf', 'c.txt', 'd.txt', 'e.docx'].map((name): unknown => expect.stringContaining(name)),
  )
})

test('sends all in one call with the priority NORMAL, and redirects to the documents after 2 s', async () => {
  const { asked, router } = await open()
  await choose('a.pdf', 'c.txt')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await userEvent
    .setup({ advanceTimers: vi.advanceTimersByTime })
    .click(screen.getByRole('button', { name: 'Upload' }))
  expect(await screen.findByText(/2 files uploaded successfully/)).toBeDefined()
  expect(screen.getByText('2 of 2 uploaded')).toBeDefined()
  const [call] = asked('POST', '/documents/batch')
  const form = call?.body as FormData
  expect(form.getAll('files').map((file) => (file as File).name)).toEqual(['a.pdf', 'c.txt'])
  expect([...form.keys()]).toEqual(['priority', 'files', 'files'])
  expect(form.get('priority')).toBe('NORMAL')
  expect(router.state.location.pathname).toBe('/quickstart')
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(router.state.location.pathname).toBe('/documents')
})

test('passes several files to the documents page, which suggests students by name', async () => {
  const { router } = await open({
    'GET /students': () => [aStudent({ id: 'ben' })],
    'POST /documents/batch': () => ({
      batch_id: 'b1',
      total_files: 2,
      status: 'QUEUED',
      document_ids: ['z1', 'z2'],
      documents: [
        { id: 'z1', original_filename: 'OFORI, Ben.docx' },
        { id: 'z2', original_filename: 'essay.docx' },
      ],
      skipped: [],
    }),
  })
  await choose('OFORI, Ben.docx', 'essay.docx')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await userEvent
    .setup({ advanceTimers: vi.advanceTimersByTime })
    .click(screen.getByRole('button', { name: 'Upload' }))
  await screen.findByText(/2 files uploaded successfully/)
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  // The clock stays the same: a timer set on it would never end on another.
  const panel = within(await screen.findByRole('region', { name: 'Assign uploaded documents' }))
  await waitFor(() =>
    expect(panel.getByRole('combobox', { name: 'Student for OFORI, Ben.docx' })).toHaveProperty(
      'value',
      'Ben Ofori',
    ),
  )
  expect(panel.getByRole('combobox', { name: 'Student for essay.docx' })).toHaveProperty('value', '')
  // A reload must not ask again.
  expect(router.state.location).toMatchObject({ pathname: '/documents', state: null })
})

test.each<[string, number, unknown, string]>([
  [
    'has one sentence for every failure of the server',
    500,
    { code: 'unexpected', detail: 'Stack.' },
    'Upload failed: Server error: Please try again later or contact support if the issue persists.',
  ],
  [
    'shows the detail',
    415,
    { code: 'unsupported_file', detail: 'a.pdf is no document.' },
    'Upload failed: a.pdf is no document.',
  ],
  [
    'shows a list of details as JSON',
    422,
    { code: 'invalid_input', detail: [{ loc: ['files'], msg: 'Required' }] },
    'Upload failed: [{"loc":["files"],"msg":"Required"}]',
  ],
])('%s, and keeps the files for another try', async (_, status, body, words) => {
  await open({ 'POST /documents/batch': () => refuse(status, body) })
  await choose('a.pdf')
  await send()
  expect((await screen.findByRole('alert')).textContent).toBe(words)
  expect(screen.getByText('a.pdf')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Upload' })).toHaveProperty('disabled', false)
})

test('opens the limit dialog if the allowance is exceeded', async () => {
  await open({
    'POST /documents/batch': () => refuse(429, { code: 'allowance_exceeded', detail: '12 words left.' }),
  })
  await choose('a.pdf')
  await send()
  const dialog = await screen.findByRole('dialog', { name: 'Upload Limit Exceeded' })
  expect(within(dialog).getByText('12 words left.')).toBeDefined()
})

test('refuses more files than one call accepts', async () => {
  await open()
  await choose(...Array.from({ length: 51 }, (_, n) => `${n}.txt`))
  expect(await screen.findByText('No files were added. Choose up to 50 files in total.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Upload' })).toHaveProperty('disabled', true)
})
