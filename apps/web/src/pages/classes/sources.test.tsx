import type { Source } from '@penmark/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type Answer, refuse } from '../../testing/api.ts'
import { openClassScreen } from '../../testing/class-screen.tsx'
import { SourcePairPage, SourcesPage } from './sources.tsx'

const chapter: Source = {
  id: 'q1',
  class_group_id: 'c1',
  name: 'Chapter 3',
  kind: 'book',
  state: 'ready',
  status_reason: null,
  failure: null,
  words: 4_200,
  documents: 2,
  is_comparing: false,
  created_at: '2026-11-27T10:00:00.000Z',
}

const open = (answers: Record<string, Answer> = {}) =>
  openClassScreen('/classes/:classId/sources', <SourcesPage />, '/classes/c1/sources', {
    'GET /class-groups/c1/sources': () => [chapter],
    ...answers,
  })
const form = async () => within(await screen.findByRole('form', { name: 'Add a source' }))

test('lists the sources with their words, how many documents share a passage, and why one was not read', async () => {
  const failed: Source = {
    ...chapter,
    id: 'q2',
    name: 'Scan',
    kind: 'other',
    state: 'failed',
    words: null,
    documents: 0,
    status_reason: 'It is blank.',
  }
  await open({ 'GET /class-groups/c1/sources': () => [chapter, failed] })
  const list = within(await screen.findByRole('list', { name: 'Sources' }))
  const [first, second] = list.getAllByRole('listitem')
  expect(first?.textContent).toContain('Chapter 3Book or article · 4,200 words · 2 documents share a passage')
  expect(second?.textContent).toContain('ScanSomething elseIt is blank.')
  expect(screen.getByText(/They are never scored, and take no words from your allowance/)).toBeDefined()
})

test('never says that no document shares a passage before all are compared', async () => {
  let is_comparing = true
  await open({ 'GET /class-groups/c1/sources': () => [{ ...chapter, documents: 0, is_comparing }] })
  expect(
    await screen.findByText('Book or article · 4,200 words · documents are being compared'),
  ).toBeDefined()
  is_comparing = false
  expect(
    await screen.findByText(
      'Book or article · 4,200 words · no document shares a passage',
      {},
      { timeout: 5_000 },
    ),
  ).toBeDefined()
})

test('adds a pasted text under its name and kind', async () => {
  const { asked } = await open({
    'POST /class-groups/c1/sources/text': () => ({ ...chapter, state: 'waiting', words: null, documents: 0 }),
  })
  const fields = await form()
  await userEvent.selectOptions(fields.getByRole('combobox', { name: 'What it is' }), 'Made with a chatbot')
  await userEvent.type(fields.getByRole('textbox', { name: 'Or paste the text' }), 'The river rose.')
  await userEvent.click(fields.getByRole('button', { name: 'Add a source' }))
  expect(fields.getByText('Give the source a name.')).toBeDefined()
  await userEvent.type(fields.getByRole('textbox', { name: 'Name' }), 'Sample')
  await userEvent.click(fields.getByRole('button', { name: 'Add a source' }))
  await waitFor(() =>
    expect(asked('POST', '/class-groups/c1/sources/text')[0]?.body).toEqual({
      name: 'Sample',
      kind: 'chatbot',
      text: 'The river rose.',
    }),
  )
  await waitFor(() => expect(fields.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe(''))
})

test('adds a file, named after itself unless the teacher says otherwise', async () => {
  const { asked } = await open({ 'POST /class-groups/c1/sources/upload': () => chapter })
  const fields = await form()
  const picker = document.querySelector<HTMLInputElement>('input[type="file"]')
  if (!picker) throw new Error('There is no file picker.')
  await userEvent.upload(picker, new File(['The river rose.'], 'answers 2025.txt', { type: 'text/plain' }))
  expect(fields.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('answers 2025')
  expect(fields.queryByRole('textbox', { name: 'Or paste the text' })).toBeNull()
  await userEvent.click(fields.getByRole('button', { name: 'Add a source' }))
  await vi.waitFor(() => expect(asked('POST', '/class-groups/c1/sources/upload')).toHaveLength(1))
})

test('says why a source was not added, and keeps what was typed', async () => {
  await open({
    'POST /class-groups/c1/sources/text': () =>
      refuse(409, { code: 'conflict', detail: 'This class has 20 sources already.' }),
  })
  const fields = await form()
  await userEvent.type(fields.getByRole('textbox', { name: 'Or paste the text' }), 'The river rose.')
  await userEvent.type(fields.getByRole('textbox', { name: 'Name' }), 'Sample')
  await userEvent.click(fields.getByRole('button', { name: 'Add a source' }))
  expect(
    await fields.findByText('The source was not added. This class has 20 sources already.'),
  ).toBeDefined()
  expect(fields.getByRole<HTMLTextAreaElement>('textbox', { name: 'Or paste the text' }).value).toBe(
    'The river rose.',
  )
})

test('asks before a source is deleted', async () => {
  const { asked } = await open({ 'DELETE /sources/q1': () => ({ id: 'q1', deleted: true }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Chapter 3' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete' }))
  expect(dialog.getByText(/^Delete “Chapter 3”\? .* The documents stay\.$/)).toBeDefined()
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(asked('DELETE', '/sources/q1')).toHaveLength(1))
})

test('shows a document and a source side by side', async () => {
  await openClassScreen(
    '/documents/:documentId/sources/:matchId',
    <SourcePairPage />,
    '/documents/d1/sources/m1',
    {
      'GET /source-matches/m1': () => ({
        match: {
          id: 'm1',
          source_id: 'q1',
          name: 'Chapter 3',
          kind: 'book',
          class_name: '10A',
          academic_year: null,
          words: 3,
          share: 0.5,
        },
        document: { id: 'd1', original_filename: 'river.docx', student_name: 'Ben Ofori' },
        share_source: 0.001,
        texts: ['Look: The river rose.', 'Then The river rose. And fell.'],
        passages: [
          {
            ranges: [
              { start: 6, end: 21 },
              { start: 5, end: 20 },
            ],
            words: 3,
          },
        ],
      }),
    },
  )
  const source = within(await screen.findByRole('region', { name: 'Chapter 3' }))
  expect(source.getByText(/^Book or article · /)).toBeDefined()
  expect(source.getByTitle('Go to passage 1 in the other document').textContent).toContain('The river rose.')
  expect(within(screen.getByRole('region', { name: 'river.docx' })).getByText(/Ben Ofori/)).toBeDefined()
})
