import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answer, type Call, documentsApi, fakeApi, refuse } from '../../testing/api.ts'
import { aDocument, aTeacher } from '../../testing/samples.ts'
import { openElement } from '../../testing/screen.tsx'
import DocumentsPage from './documents.tsx'

const documents = () => [
  aDocument({
    id: 'a',
    original_filename: 'a.txt',
    written_in_class: true,
    upload_timestamp: '2026-11-20T10:00:00.000Z',
  }),
  aDocument({ id: 'b', original_filename: 'b.txt', upload_timestamp: '2026-11-19T10:00:00.000Z' }),
]

async function open(answers: Record<string, Answer> = {}) {
  const api = fakeApi({
    ...documentsApi(documents),
    'GET /teachers/me': () => aTeacher(),
    'GET /students': () => [],
    'GET /class-groups': () => [],
    ...answers,
  })
  await openElement(<DocumentsPage />)
  await screen.findByText('a.txt')
  return api
}

const dialog = () => screen.findByRole('dialog')

test('shows which documents were written in class, and explains the mark before marking another', async () => {
  const { asked } = await open({
    'PUT /documents/b/written-in-class': () => aDocument({ id: 'b', written_in_class: true }),
  })
  const table = screen.getByRole('table')
  expect(within(table).getAllByText('Written in class')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Mark b.txt as written in class' }))
  expect((await dialog()).textContent).toContain('never used for training')
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Mark as written in class' }))
  expect(await screen.findByText('Marked as written in class.')).toBeDefined()
  expect(asked('PUT', '/documents/b/written-in-class')[0]?.body).toEqual({ written_in_class: true })
})

test('marks the unmarked documents of a selection, and offers to remove the mark if all have it', async () => {
  const { calls } = await open({
    'PUT /documents/b/written-in-class': () => refuse(404, { code: 'not_found', detail: 'It was deleted.' }),
  })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select a.txt' }))
  const bar = screen.getByRole('toolbar', { name: 'Selected rows' })
  expect(within(bar).getByRole('button', { name: 'Not written in class' })).toBeDefined()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select b.txt' }))
  await userEvent.click(within(bar).getByRole('button', { name: 'Mark as written in class' }))
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Mark as written in class' }))
  expect(await screen.findByText(/It was deleted/)).toBeDefined()
  expect(calls.filter(({ method }) => method === 'PUT').map(({ path }) => path)).toEqual([
    '/documents/b/written-in-class',
  ])
})

test('marks an upload if the box is ticked, but not the next one', async () => {
  const { asked } = await open({ 'POST /documents/upload': () => aDocument({ id: 'new' }) })
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('The page has no file input')
  const box = screen.getByRole('checkbox', { name: /^Written in class/ })
  await userEvent.click(box)
  const nameOf = ({ body }: Call) => ((body as FormData).get('file') as File).name
  for (const name of ['one.txt', 'two.txt']) {
    await userEvent.upload(input, new File(['words'], name))
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }))
    await waitFor(() => expect(asked('POST', '/documents/upload').map(nameOf)).toContain(name))
    await waitFor(() => expect(box).toHaveProperty('disabled', false))
  }
  expect(
    asked('POST', '/documents/upload').map(({ body }) => (body as FormData).get('written_in_class')),
  ).toEqual(['true', null])
})

test('lists only what was written in class', async () => {
  const { asked } = await open()
  await userEvent.click(screen.getByRole('button', { name: 'More filters' }))
  await userEvent.selectOptions(
    await screen.findByRole('combobox', { name: 'Filter by where it was written' }),
    'Written in class',
  )
  await waitFor(() => expect(asked('GET', '/documents').at(-1)?.query.get('written_in_class')).toBe('true'))
})
