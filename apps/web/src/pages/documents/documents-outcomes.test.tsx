import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answer, documentsApi, fakeApi, refuse } from '../../testing/api.ts'
import { aDocument, aTeacher } from '../../testing/samples.ts'
import { openElement } from '../../testing/screen.tsx'
import DocumentsPage from './documents.tsx'

async function open(answers: Record<string, Answer>) {
  const { asked } = fakeApi({
    ...documentsApi(() => [aDocument()]),
    'GET /teachers/me': () => aTeacher(),
    'GET /students': () => [],
    'GET /class-groups': () => [],
    ...answers,
  })
  await openElement(<DocumentsPage />)
  await screen.findByText('essay.docx')
  return asked
}

async function choose(...names: string[]) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('The page has no file input')
  await userEvent.upload(
    input,
    names.map((name) => new File(['words'], name)),
  )
}

async function deleteIt() {
  await userEvent.click(screen.getByRole('button', { name: 'Delete essay.docx' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
}

test('says how many files were uploaded if none failed', async () => {
  await open({ 'POST /documents/upload': () => aDocument({ id: 'new' }) })
  await choose('a.txt', 'b.txt')
  expect(await screen.findByText('2 files uploaded successfully')).toBeDefined()
})

test('says which file was not uploaded, and why', async () => {
  await open({
    'POST /documents/upload': () => refuse(415, { code: 'unsupported_file', detail: 'Not a document.' }),
  })
  await choose('a.txt')
  await userEvent.click(await screen.findByRole('button', { name: 'Upload' }))
  expect(await screen.findByText('Failed to upload file. Not a document.')).toBeDefined()
  await choose('b.txt', 'c.txt')
  expect(await screen.findByText('Upload failed for c.txt: Not a document.')).toBeDefined()
  expect(screen.getByText('Successfully uploaded 0 of 2 files (2 failed)')).toBeDefined()
})

test('says that a document was deleted', async () => {
  await open({ 'DELETE /documents/d1': () => ({ id: 'd1', deleted: true }) })
  await deleteIt()
  expect(await screen.findByText('Document deleted successfully!')).toBeDefined()
})

test('says why a document was not deleted', async () => {
  await open({ 'DELETE /documents/d1': () => refuse(503, { code: 'busy', detail: 'Try in a minute.' }) })
  await deleteIt()
  expect(await screen.findByText('Delete failed. Try in a minute.')).toBeDefined()
})

test('shows LIMIT_EXCEEDED in words, and marks documents in progress as busy', async () => {
  await open(
    documentsApi(() => [
      aDocument(),
      aDocument({ id: 'd2', original_filename: 'long.txt', status: 'LIMIT_EXCEEDED' }),
      aDocument({ id: 'd3', original_filename: 'next.txt', status: 'QUEUED' }),
    ]),
  )
  const table = within(screen.getByRole('table'))
  expect(table.getByText('Limit Exceeded')).toBeDefined()
  expect(table.getByText('Queued').getAttribute('data-busy')).toBe('true')
  expect(table.getByText('Completed').getAttribute('data-busy')).toBeNull()
})

test.each([
  ['QUEUED', 'Queued'],
  ['PROCESSING', 'Processing'],
] as const)(
  'shows a %s document with a spinner, and does not let it be opened, assigned or reprocessed',
  async (status, label) => {
    await open(
      documentsApi(() => [
        aDocument(),
        aDocument({ id: 'd2', original_filename: 'next.txt', status }),
        aDocument({ id: 'd3', original_filename: 'scan.pdf', status: 'ERROR' }),
      ]),
    )
    const table = within(screen.getByRole('table'))
    expect(table.getByText(label).dataset.busy).toBe('true')
    for (const action of ['View report of', 'Assign', 'Reprocess'])
      expect(table.getByRole('button', { name: `${action} next.txt` })).toHaveProperty('disabled', true)
    expect(table.getByRole('link', { name: 'View report of essay.docx' })).toBeDefined()
    expect(table.getByRole('button', { name: 'Assign essay.docx' })).toHaveProperty('disabled', false)
    expect(table.getByRole('button', { name: 'Reprocess scan.pdf' })).toHaveProperty('disabled', false)
  },
)

test('lists documents all the same if one has a status that a newer server added', async () => {
  await open(
    documentsApi(() => [
      aDocument(),
      aDocument({ id: 'd2', original_filename: 'later.txt', status: 'TRANSLATING' as 'QUEUED' }),
    ]),
  )
  const table = within(screen.getByRole('table'))
  expect(table.getByText('later.txt')).toBeDefined()
  expect(table.getByText('UNKNOWN')).toBeDefined()
})

test('reloads the list on request', async () => {
  const asked = await open({})
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(asked('GET', '/documents')).toHaveLength(2)
})
