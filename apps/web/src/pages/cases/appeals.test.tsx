import type { Appeal, Case } from '@penmark/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { type Call, fakeApi, refuse } from '../../testing/api.ts'
import { openScreen } from '../../testing/screen.tsx'
import { AppealPage, CasePage, CasesPage } from './cases.tsx'

const untouched = { outcome: null, unheard_reason: null, reply_id: null, by: null }
const entries: Case['entries'] = [
  { ...untouched, id: '1', at: '2026-11-20T10:00:00.000Z', kind: 'opened', text: 'essay.docx' },
  {
    ...untouched,
    id: '2',
    at: '2026-11-21T10:00:00.000Z',
    kind: 'decided',
    text: 'The drafts do not fit.',
    outcome: 'referred',
  },
  {
    ...untouched,
    id: '3',
    at: '2026-11-22T10:00:00.000Z',
    kind: 'appealed',
    text: 'I wrote it myself.',
    reply_id: 'r-1',
  },
]
const open: Appeal = {
  id: 'a-1',
  student_name: 'Ida Berg',
  class_name: '10 B',
  teacher_name: 'Ana Sol',
  outcome: 'referred',
  appealed_at: '2026-11-22T10:00:00.000Z',
  ended_at: null,
  new_outcome: null,
  documents: [],
  entries,
  replies: [
    {
      id: 'r-1',
      handed_in_at: '2026-11-22T10:00:00.000Z',
      is_appeal: true,
      answers: [],
      text: 'I wrote it myself.',
      files: [],
    },
  ],
}
const record: Case = {
  id: 'c-1',
  student_id: 's-1',
  student_name: 'Ida Berg',
  class_group_id: null,
  class_name: null,
  state: 'decided',
  outcome: 'referred',
  due_on: null,
  document_count: 0,
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-22T10:00:00.000Z',
  decided_at: '2026-11-21T10:00:00.000Z',
  erase_at: null,
  is_under_appeal: true,
  notes: '',
  documents: [],
  entries,
  is_heard: true,
  may_refer_unheard: true,
  teacher_name: 'Ana Sol',
  school_name: 'Hill School',
  rule: null,
  standard_of_proof: 'more-likely-than-not',
  companion: null,
  appeal_until: null,
  appeal: { appealed_at: '2026-11-22T10:00:00.000Z', reviewer_name: 'Bo Lind', ended_at: null },
}

function server(appeal: Appeal | null, shown: Case = record) {
  let current = appeal
  return fakeApi({
    'GET /appeals': () => (current === null ? [] : [current]),
    'GET /appeals/a-1': () =>
      current ?? refuse(404, { code: 'not_found', detail: 'There is no such appeal.' }),
    'POST /appeals/a-1/end': ({ body }: Call) => {
      const { outcome } = body as { outcome: Appeal['new_outcome'] }
      current = { ...open, ended_at: '2026-11-23T10:00:00.000Z', new_outcome: outcome }
      return current
    },
    'GET /cases': () => [],
    'GET /cases/c-1': () => shown,
    'GET /cases/c-1/student-page': () => ({
      link: null,
      has_draft: false,
      replies: [],
      email: null,
      delivers_email: true,
    }),
    'GET /documents': () => [],
  })
}

const show = (at: string) =>
  openScreen({
    routes: [
      { path: '/cases', element: <CasesPage /> },
      { path: '/cases/:caseId', element: <CasePage /> },
      { path: '/appeals/:appealId', element: <AppealPage /> },
    ],
    at,
  })

describe('the second person', () => {
  test('sees appeals next to the own cases, and other teachers see no such list', async () => {
    server(open)
    await show('/cases')
    const list = within(await screen.findByRole('region', { name: 'Appeals to you' }))
    expect(list.getByRole('link', { name: 'Ida Berg' }).getAttribute('href')).toBe('/appeals/a-1')
    expect(list.getByText(/Against “Referred” · Decided by Ana Sol/)).toBeTruthy()
    expect(list.getByText('Waiting for you')).toBeTruthy()
  })

  test('reads what the student says and replaces the decision after a confirmation', async () => {
    const { asked } = server(open)
    await show('/appeals/a-1')
    const words = within(await screen.findByRole('region', { name: 'What the student says' }))
    expect(words.getByText('I wrote it myself.')).toBeTruthy()
    const button = screen.getByRole('button', { name: 'Decide the appeal' })
    expect(button).toHaveProperty('disabled', true)
    await userEvent.click(screen.getByRole('radio', { name: 'Another decision takes its place: Cleared' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Your reason' }), 'Every draft fits.')
    await userEvent.click(button)
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Decide the appeal' }),
    )
    expect(await screen.findByText(/It now reads: Cleared\./)).toBeTruthy()
    expect(asked('POST', '/appeals/a-1/end')[0]?.body).toEqual({
      outcome: 'cleared',
      reason: 'Every draft fits.',
    })
    expect(screen.queryByRole('button', { name: 'Decide the appeal' })).toBeNull()
  })

  test('is informed if an appeal went to another person', async () => {
    server(null)
    await show('/appeals/a-1')
    expect(await screen.findByText(/It may go to somebody else by now/)).toBeTruthy()
  })
})

describe('the teacher who decided', () => {
  test('cannot decide while the student waits, and reads who does', async () => {
    server(null)
    await show('/cases/c-1')
    expect(await screen.findByText(/Bo Lind decides, and you will get an email/)).toBeTruthy()
    expect(screen.getByText('Under appeal')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Decide again' })).toBeNull()
  })

  test('can only clear the student after the appeal', async () => {
    const appeal = {
      appealed_at: '2026-11-22T10:00:00.000Z',
      reviewer_name: 'Bo Lind',
      ended_at: '2026-11-23T10:00:00.000Z',
    }
    server(null, { ...record, is_under_appeal: false, appeal })
    await show('/cases/c-1')
    await userEvent.click(await screen.findByRole('button', { name: 'Decide again' }))
    expect(screen.getAllByRole('radio')).toHaveLength(1)
    expect(screen.getByRole('radio', { name: 'Cleared' })).toBeTruthy()
  })
})
