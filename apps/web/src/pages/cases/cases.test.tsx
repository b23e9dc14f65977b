import type { Case, CaseSummary, ReplyFileCheck, StudentLink, StudentPage } from '@penmark/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { documentWith, reportWith } from '../../features/documents/reports/report.fixture.ts'
import { asksAtOnce } from '../../lib/addresses/addresses.ts'
import { type Answer, type Call, fakeApi, refuse } from '../../testing/api.ts'
import { openScreen } from '../../testing/screen.tsx'
import ConversationPage from '../documents/conversation.tsx'
import { CaseReportPage } from './case-report.tsx'
import { CasePage, CasesPage } from './cases.tsx'

const summary: CaseSummary = {
  id: 'c-1',
  student_id: 's-1',
  student_name: 'Amara Osei',
  class_group_id: 'g-1',
  class_name: '10 B',
  state: 'new',
  outcome: null,
  due_on: null,
  document_count: 1,
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-21T10:00:00.000Z',
  decided_at: null,
  erase_at: null,
  is_under_appeal: false,
}
const openCase: Case = {
  ...summary,
  notes: '',
  documents: [
    {
      document_id: 'd-1',
      filename: 'essay.docx',
      score: 0.9,
      label: 'ai-generated',
      finding: 'mixed',
      ai_share: 0.34,
      text_hash: 'a'.repeat(64),
      added_at: '2026-11-20T10:00:00.000Z',
      is_deleted: false,
      is_withdrawn: false,
    },
  ],
  entries: [
    {
      id: '1',
      at: '2026-11-20T10:00:00.000Z',
      kind: 'opened',
      text: 'essay.docx',
      outcome: null,
      unheard_reason: null,
      reply_id: null,
      by: null,
    },
  ],
  is_heard: false,
  may_refer_unheard: true,
  teacher_name: 'Ana Sol',
  school_name: 'Hill School',
  rule: null,
  standard_of_proof: 'more-likely-than-not',
  companion: null,
  appeal_until: null,
  appeal: null,
}

let record: Case
let listed: CaseSummary[]
beforeEach(() => {
  record = openCase
  listed = [summary]
})

const openFormal = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'For a formal procedure' }))

let page: StudentPage
let replyAddress: string
beforeEach(() => {
  replyAddress = 'https://penmark.example/reply/secret'
  page = { link: null, has_draft: false, replies: [], email: null, delivers_email: true }
})

/** The server, with one case that changes as it would there. */
function server(special: Record<string, Answer> = {}) {
  const merge = (change: Partial<Case>) => {
    record = { ...record, ...change }
    return record
  }
  return fakeApi({
    'GET /appeals': () => [],
    'GET /cases': ({ query }: Call) =>
      listed.filter(({ state }) => !query.get('state') || query.get('state') === state),
    'GET /cases/c-1': () => record,
    'GET /cases/c-1/documents/d-1/report': () => refuse(404, { code: 'not_found', detail: 'Not here.' }),
    'PUT /cases/c-1': ({ body }: Call) => merge(body as Partial<Case>),
    'DELETE /cases/c-1': () => ({ id: 'c-1', deleted: true }),
    'POST /cases': () => record,
    'POST /cases/c-1/steps': ({ body }: Call) => {
      const { kind, text } = body as { kind: 'asked'; text: string }
      const entry = {
        id: '2',
        at: '2026-11-21T10:00:00.000Z',
        kind,
        text,
        outcome: null,
        unheard_reason: null,
        reply_id: null,
        by: null,
      }
      return merge({ state: 'asked', entries: [...record.entries, entry] })
    },
    'POST /cases/c-1/decisions': ({ body }: Call) => {
      const { outcome, reason, unheard_reason } = body as {
        outcome: 'referred'
        reason: string
        unheard_reason: string | null
      }
      const entry = {
        id: '3',
        at: '2026-11-22T10:00:00.000Z',
        kind: 'decided' as const,
        text: reason,
        outcome,
        unheard_reason,
        reply_id: null,
        by: null,
      }
      return merge({ state: 'decided', outcome, entries: [...record.entries, entry] })
    },
    'GET /cases/c-1/student-page': () => page,
    'POST /cases/c-1/student-page/links': ({ body }: Call) => {
      const { language } = body as { language: 'fr-FR' }
      const untouched = {
        emailed_at: null,
        opened_at: null,
        answered_at: null,
        revoked_at: null,
        can_be_copied: true,
      }
      page = {
        ...page,
        link: {
          language,
          created_at: '2026-11-20T10:00:00.000Z',
          expires_at: '2099-12-04T10:00:00.000Z',
          ...untouched,
        },
      }
      return { url: replyAddress, page }
    },
    'GET /documents': () => [],
    'GET /documents/d-1': () => documentWith({ student_id: 's-1' }),
    ...special,
  })
}

const open = (at: string) =>
  openScreen({
    routes: [
      { path: '/cases', element: <CasesPage /> },
      { path: '/cases/:caseId', element: <CasePage /> },
      { path: '/cases/:caseId/documents/:documentId', element: <CaseReportPage /> },
      { path: '/documents/:documentId/conversation', element: <ConversationPage /> },
    ],
    at,
  })

describe('the rule that a case is about', () => {
  test('stands once, and the field for another one opens when it is wanted', async () => {
    record = { ...openCase, rule: 'Assessment policy, section 4' }
    const { asked } = server()
    await open('/cases/c-1')
    expect(await screen.findByText('Assessment policy, section 4')).toBeTruthy()
    const rule = () => screen.queryByRole('textbox', { name: 'Rule or expectation concerned' })
    expect(rule()).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Name another rule' }))
    const field = rule()
    if (field === null) throw new Error('No field opened.')
    await userEvent.clear(field)
    await userEvent.type(field, 'Section 5')
    await userEvent.click(screen.getByRole('button', { name: 'Name the rule' }))
    await waitFor(() => expect(rule()).toBeNull())
    expect(asked('PUT', '/cases/c-1')[0]?.body).toEqual({ rule: 'Section 5' })
  })
})

describe('the notes of the conversation sheet', () => {
  test('go into the private notes of the case that is opened from it', async () => {
    listed = []
    const { asked } = server({ 'GET /results/document/d-1': () => reportWith() })
    await open('/documents/d-1/conversation')
    await userEvent.type(
      await screen.findByRole('textbox', { name: 'Notes on passage 1' }),
      'Knew the source.',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Open a case' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Amara Osei' })).toBeTruthy()
    expect(asked('PUT', '/cases/c-1')[0]?.body).toEqual({ notes: 'Passage 1, paragraph 3\nKnew the source.' })
    sessionStorage.clear()
  })
})

describe('asking a student on a private page', () => {
  test('opens the case with the questions, makes the page and copies its link, in one click', async () => {
    listed = []
    const user = userEvent.setup()
    const { asked } = server({
      'GET /results/document/d-1': () => reportWith(),
      'GET /cases/c-1/documents/d-1/report': () => reportWith(),
    })
    await open('/documents/d-1/conversation')
    await user.click(await screen.findByRole('button', { name: 'Ask on a private page' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Amara Osei' })).toBeTruthy()
    const address = 'https://penmark.example/reply/secret'
    expect(await navigator.clipboard.readText()).toBe(address)
    expect(asked('POST', '/cases/c-1/steps')[0]?.body).toMatchObject({
      kind: 'asked',
      text: expect.stringContaining('?'),
    })
    const message = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message to send' })
    expect(message.value).toContain('Hello Amara Osei')
    expect(message.value).toContain(address)
  })

  test('happens at once where the teacher chose Talk, and going back asks nothing again', async () => {
    listed = []
    const { asked } = server({
      'GET /results/document/d-1': () => reportWith(),
      'GET /cases/c-1/documents/d-1/report': () => reportWith(),
    })
    const { router } = await open('/cases')
    await act(() => router.navigate('/documents/d-1/conversation', { state: asksAtOnce }))
    expect(await screen.findByRole('textbox', { name: 'Message to send' })).toBeTruthy()
    expect(asked('POST', '/cases')).toHaveLength(1)
    await act(() => router.navigate(-1))
    expect(router.state.location.pathname).toBe('/cases')
    expect(asked('POST', '/cases')).toHaveLength(1)
  })

  test('is left to the teacher where the student has a case that is not decided', async () => {
    const { asked } = server({
      'GET /results/document/d-1': () => reportWith(),
      'GET /cases': ({ query }: Call) => (query.has('document_id') ? [] : listed),
    })
    const { router } = await open('/cases')
    await act(() => router.navigate('/documents/d-1/conversation', { state: asksAtOnce }))
    expect(await screen.findByRole('button', { name: 'Add to this student’s open case' })).toBeTruthy()
    expect(asked('POST', '/cases')).toHaveLength(0)
  })

  test('whose link was closed copies it again, and says when it no longer can', async () => {
    const user = userEvent.setup()
    let isOpen = true
    server({
      'GET /cases/c-1/student-page/link': () =>
        isOpen
          ? { url: 'https://penmark.example/reply/again' }
          : refuse(409, { code: 'no_open_link', detail: 'There is no open link.' }),
    })
    const at = '2026-11-20T10:00:00.000Z'
    const times = { created_at: at, expires_at: '2099-12-04T10:00:00.000Z', opened_at: at }
    const untouched = { emailed_at: null, answered_at: null, revoked_at: null, can_be_copied: true }
    page = { ...page, link: { language: 'en-GB', ...times, ...untouched } }
    await open('/cases/c-1')
    await user.click(await screen.findByRole('button', { name: 'Copy link' }))
    expect(await screen.findByDisplayValue('https://penmark.example/reply/again')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe('https://penmark.example/reply/again')
    isOpen = false
    await user.click(screen.getByRole('button', { name: 'Link copied' }))
    expect(await screen.findByText(/There is no open link/)).toBeTruthy()
  })
})

describe('a link that was to be emailed', () => {
  test('is not called sent where no mail server is set up', async () => {
    server()
    const at = '2026-11-20T10:00:00.000Z'
    const times = {
      created_at: at,
      expires_at: '2099-12-04T10:00:00.000Z',
      opened_at: null,
      answered_at: null,
      revoked_at: null,
      can_be_copied: true,
    }
    page = { ...page, delivers_email: false, link: { language: 'en-GB', ...times, emailed_at: at } }
    await open('/cases/c-1')
    expect(await screen.findByText(/The email was not delivered: no mail server is set up here/)).toBeTruthy()
    expect(screen.queryByText(/^Emailed on/)).toBeNull()
  })
})

describe('the list of cases', () => {
  test('names each student with the state, and leads to the case', async () => {
    server()
    await open('/cases')
    expect((await screen.findByRole('link', { name: 'Amara Osei' })).getAttribute('href')).toBe('/cases/c-1')
    expect(within(screen.getByRole('table')).getByText('New')).toBeTruthy()
  })

  test('says how to open one if there is none, and how to see all if a filter hides them', async () => {
    server()
    listed = []
    await open('/cases')
    expect(
      await screen.findByText('You have no cases. To open one, choose “Talk to the student” on a report.'),
    ).toBeTruthy()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Show cases' }), 'Decided')
    expect(await screen.findByText('You have no cases like that.')).toBeTruthy()
  })

  test('says above it how many findings of the term were cleared, and what that means', async () => {
    server({
      'GET /finding-record': () => ({
        from: '2026-08-24T12:00:00.000Z',
        to: '2026-11-23T12:00:00.000Z',
        decided: 11,
        cleared: 9,
      }),
    })
    await open('/cases')
    expect(await screen.findByText('9 of your 11 findings this term ended ‘cleared’.')).toBeTruthy()
    expect(screen.getByText(/last decided between 24 Aug 2026 and 23 Nov 2026/)).toBeTruthy()
    expect(screen.getByText(/‘Cleared’ does not always mean that the finding was wrong/)).toBeTruthy()
  })

  test('does not mention findings before five are decided', async () => {
    const term = { from: '2026-08-24T12:00:00.000Z', to: '2026-11-23T12:00:00.000Z' }
    let isRead = false
    server({
      'GET /finding-record': () => {
        isRead = true
        return { ...term, decided: 4, cleared: 0 }
      },
    })
    await open('/cases')
    await screen.findByRole('link', { name: 'Amara Osei' })
    await waitFor(() => expect(isRead).toBe(true))
    expect(screen.queryByText(/findings? this term/)).toBeNull()
  })

  test('says that it could not be loaded', async () => {
    fakeApi({
      'GET /appeals': () => [],
      'GET /cases': () => refuse(503, { code: 'busy', detail: 'Try again soon.' }),
    })
    await open('/cases')
    expect(await screen.findByText('Your cases could not be loaded. Try again soon.')).toBeTruthy()
  })
})

describe('a case', () => {
  test('shows its documents and what happened', async () => {
    server()
    await open('/cases/c-1')
    const documents = await screen.findByRole('region', { name: 'Documents' })
    expect(within(documents).getByRole('link', { name: 'essay.docx' }).getAttribute('href')).toBe(
      '/cases/c-1/documents/d-1',
    )
    expect(
      within(screen.getByRole('region', { name: 'What happened' })).getByText('Case opened'),
    ).toBeTruthy()
  })

  test('carries the prepared questions over into what was asked, to be changed', async () => {
    const { asked } = server({ 'GET /cases/c-1/documents/d-1/report': () => reportWith() })
    await open('/cases/c-1')
    const field = await screen.findByLabelText<HTMLTextAreaElement>('What did you ask?')
    await waitFor(() => expect(field.value).not.toBe(''))
    const prepared = field.value.split('\n')
    expect(prepared.length).toBeGreaterThanOrEqual(3)
    await userEvent.clear(field)
    await userEvent.type(field, 'How did you begin?')
    await userEvent.click(screen.getByRole('button', { name: 'Add to the record' }))
    await screen.findByText('Student asked')
    expect(asked('POST', '/cases/c-1/steps')[0]?.body).toEqual({ kind: 'asked', text: 'How did you begin?' })
  })

  test('shows a reply once: the timeline leads to it', async () => {
    const entry = {
      id: '2',
      at: '2026-11-21T10:00:00.000Z',
      outcome: null,
      unheard_reason: null,
      by: 'Amara Osei',
    } as const
    record = {
      ...openCase,
      state: 'answered',
      entries: [{ ...entry, kind: 'answer', text: 'I wrote it on the bus.', reply_id: 'r-1' }],
    }
    const handed_in_at = '2026-11-21T10:00:00.000Z'
    page = {
      ...page,
      replies: [
        { id: 'r-1', handed_in_at, is_appeal: false, answers: [], text: 'I wrote it on the bus.', files: [] },
      ],
    }
    server()
    await open('/cases/c-1')
    expect(await screen.findAllByText('I wrote it on the bus.')).toHaveLength(1)
    expect(screen.getByText('by Amara Osei')).toBeTruthy()
    const reply = screen.getByRole('region', { name: /^Reply of/ })
    expect(screen.getByRole('link', { name: 'Read it' }).getAttribute('href')).toBe(`#${reply.id}`)
  })

  test('lists the questions that a reply answers', async () => {
    const question = 'How did you begin?\n\nWhat does “ubiquitous” mean?\n'
    const handed_in_at = '2026-11-21T10:00:00.000Z'
    const answers = [{ entry_id: '1', question, text: 'On the bus.' }]
    page = {
      ...page,
      replies: [{ id: 'r-1', handed_in_at, is_appeal: false, answers, text: '', files: [] }],
    }
    server()
    await open('/cases/c-1')
    const reply = within(await screen.findByRole('region', { name: /^Reply of/ }))
    expect(reply.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'How did you begin?',
      'What does “ubiquitous” mean?',
    ])
    expect(reply.getByText('On the bus.')).toBeTruthy()
  })

  test('records what was asked', async () => {
    const { asked } = server()
    await open('/cases/c-1')
    await userEvent.type(await screen.findByLabelText('What did you ask?'), 'How did you begin?')
    await userEvent.click(screen.getByRole('button', { name: 'Add to the record' }))
    expect(await screen.findByText('Student asked')).toBeTruthy()
    expect(asked('POST', '/cases/c-1/steps')[0]?.body).toEqual({ kind: 'asked', text: 'How did you begin?' })
    expect(screen.getByText(/The student has been asked\./)).toBeTruthy()
  })

  test('says what follows where the student says that they used AI, which is offered once they were heard', async () => {
    const first = server()
    const { unmount } = await open('/cases/c-1')
    await openFormal()
    await screen.findByRole('radio', { name: 'Cleared' })
    expect(screen.queryByRole('radio', { name: 'The student says they used AI' })).toBeNull()
    expect(first.asked('POST', '/cases/c-1/decisions')).toEqual([])
    unmount()
    record = { ...openCase, state: 'answered', is_heard: true }
    const { asked } = server()
    await open('/cases/c-1')
    await userEvent.click(await screen.findByRole('radio', { name: 'The student says they used AI' }))
    const save = screen.getByRole('button', { name: 'Record the decision' })
    await userEvent.click(screen.getByRole('radio', { name: 'Hand in a new version by a date' }))
    expect(save).toHaveProperty('disabled', true)
    fireEvent.change(screen.getByLabelText('By'), { target: { value: '2026-12-11' } })
    await userEvent.type(screen.getByLabelText('Your reason'), 'As we agreed.')
    await userEvent.click(save)
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Record the decision' }))
    await waitFor(() => expect(asked('POST', '/cases/c-1/decisions')).toHaveLength(1))
    expect(asked('POST', '/cases/c-1/decisions')[0]?.body).toMatchObject({
      outcome: 'ai-used',
      reason: 'Please hand in a new version of this text by 11 Dec 2026.\n\nAs we agreed.',
    })
  })

  test('asks for a reason before a student is referred unheard, and for confirmation before any decision', async () => {
    const { asked } = server()
    await open('/cases/c-1')
    await openFormal()
    await userEvent.click(await screen.findByRole('radio', { name: 'Referred' }))
    await userEvent.type(screen.getByLabelText('Your reason'), 'Second time.')
    const save = screen.getByRole('button', { name: 'Record the decision' })
    expect(save).toHaveProperty('disabled', true)
    await userEvent.type(screen.getByLabelText('Why was the student not heard?'), 'Left the school.')
    await userEvent.click(save)
    const dialog = await screen.findByRole('dialog')
    expect(asked('POST', '/cases/c-1/decisions')).toEqual([])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Record the decision' }))
    expect(await screen.findByText('Decided: Referred')).toBeTruthy()
    expect(asked('POST', '/cases/c-1/decisions')[0]?.body).toEqual({
      outcome: 'referred',
      reason: 'Second time.',
      unheard_reason: 'Left the school.',
    })
    expect(screen.getByRole('button', { name: 'Decide again' })).toBeTruthy()
  })

  test('refuses to refer a student unheard if the school requires a hearing', async () => {
    server()
    record = { ...openCase, may_refer_unheard: false }
    await open('/cases/c-1')
    await openFormal()
    await userEvent.click(await screen.findByRole('radio', { name: 'Referred' }))
    await userEvent.type(screen.getByLabelText('Your reason'), 'Second time.')
    expect(screen.getByText(/Your school requires that a student is heard/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Record the decision' })).toHaveProperty('disabled', true)
  })

  test('folds away what only a formal procedure needs, and keeps what was written there', async () => {
    server()
    await open('/cases/c-1')
    await screen.findByRole('region', { name: 'Write down what happens' })
    for (const name of ['Decision', 'What this case is about', 'Private notes'])
      expect(screen.queryByRole('region', { name })).toBeNull()
    await openFormal()
    await userEvent.type(screen.getByLabelText('Notes'), 'Ring home.')
    await openFormal()
    expect(screen.queryByRole('region', { name: 'Private notes' })).toBeNull()
    await openFormal()
    expect(screen.getByLabelText('Notes')).toHaveProperty('value', 'Ring home.')
  })

  test('shows the decision as the next step once the student was heard', async () => {
    server()
    record = { ...openCase, state: 'answered', is_heard: true }
    await open('/cases/c-1')
    expect(await screen.findByRole('region', { name: 'Decision' })).toBeTruthy()
  })

  test('keeps private notes and a due date', async () => {
    const { asked } = server()
    await open('/cases/c-1')
    await openFormal()
    await userEvent.type(await screen.findByLabelText('Notes'), 'Ring home.')
    await userEvent.type(screen.getByLabelText('Due date'), '2027-01-15')
    await userEvent.click(screen.getByRole('button', { name: 'Save notes and date' }))
    expect(await screen.findByText('Saved.')).toBeTruthy()
    expect(asked('PUT', '/cases/c-1')[0]?.body).toEqual({ notes: 'Ring home.', due_on: '2027-01-15' })
  })

  test('can be deleted while it is new, and not afterwards', async () => {
    const { asked } = server()
    await open('/cases/c-1')
    await userEvent.click(await screen.findByRole('button', { name: 'Delete case' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('The case was deleted.')).toBeTruthy()
    expect(asked('DELETE', '/cases/c-1')).toHaveLength(1)
  })

  test('says why it could not be saved', async () => {
    fakeApi({
      'GET /cases/c-1': () => record,
      'GET /documents': () => [],
      'GET /cases/c-1/student-page': () => page,
      'GET /cases/c-1/documents/d-1/report': () => refuse(404, { code: 'not_found', detail: 'Not here.' }),
      'GET /cases/c-1/pack': () => refuse(503, { code: 'busy', detail: 'Try again in a minute.' }),
    })
    await open('/cases/c-1')
    await userEvent.click(await screen.findByRole('button', { name: 'Download' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Evidence pack (ZIP)' }))
    expect(await screen.findByText('The case could not be saved. Try again in a minute.')).toBeTruthy()
  })

  test('has no button to delete a record', async () => {
    server()
    record = { ...openCase, state: 'asked' }
    await open('/cases/c-1')
    await screen.findByText(/The student has been asked\./)
    expect(screen.queryByRole('button', { name: 'Delete case' })).toBeNull()
  })

  test('says that there is no case at a wrong address', async () => {
    fakeApi({ 'GET /cases/c-9': () => refuse(404, { code: 'not_found', detail: 'There is no such case.' }) })
    await open('/cases/c-9')
    expect(await screen.findByText('There is no such case. It may have been deleted.')).toBeTruthy()
  })

  test('says when retention erases it, and that a deleted document’s report stays', async () => {
    server()
    record = {
      ...openCase,
      erase_at: '2027-05-01T00:00:00.000Z',
      documents: openCase.documents.map((document) => ({ ...document, is_deleted: true })),
    }
    await open('/cases/c-1')
    expect(await screen.findByText(/this case will be erased on 1 May 2027/)).toBeTruthy()
    expect(screen.getByText(/document deleted, report kept/)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Questions to ask' })).toBeNull()
  })
})

describe('the page for the student', () => {
  test('needs a question first, and then gives a link that is shown once', async () => {
    server()
    await open('/cases/c-1')
    const part = within(await screen.findByRole('region', { name: 'A page for the student' }))
    await part.findByText(/Write down first what you ask/)
    await userEvent.type(screen.getByLabelText('What did you ask?'), 'How did you begin?')
    await userEvent.click(screen.getByRole('button', { name: 'Add to the record' }))
    await userEvent.selectOptions(await part.findByLabelText('Language of the page'), 'Français')
    expect(part.getByRole<HTMLInputElement>('checkbox').disabled).toBe(true)
    await userEvent.click(part.getByRole('button', { name: 'Make the link' }))
    expect((await part.findByLabelText<HTMLInputElement>('Link for the student')).value).toBe(
      'https://penmark.example/reply/secret',
    )
    await part.findByText(/Not opened yet/)
    expect(page.link?.language).toBe('fr-FR')
    expect(part.queryByText(/open on this computer only/)).toBeNull()
  })

  test('warns beside a link that opens on this computer only', async () => {
    replyAddress = 'http://localhost:3000/reply/secret'
    server()
    await open('/cases/c-1')
    const part = within(await screen.findByRole('region', { name: 'A page for the student' }))
    await part.findByText(/Write down first what you ask/)
    await userEvent.type(screen.getByLabelText('What did you ask?'), 'How did you begin?')
    await userEvent.click(screen.getByRole('button', { name: 'Add to the record' }))
    await userEvent.click(await part.findByRole('button', { name: 'Make the link' }))
    expect(await part.findByText(/^Links open on this computer only/)).toBeDefined()
  })

  test('is shown at the top of the case while the answer is awaited, with the date and the options', async () => {
    const link = {
      language: 'en-GB' as const,
      created_at: '2026-11-20T10:00:00.000Z',
      expires_at: '2099-12-04T10:00:00.000Z',
      emailed_at: null,
      opened_at: null,
      answered_at: null,
      revoked_at: null,
      can_be_copied: true,
    }
    const entry = {
      id: '2',
      at: link.created_at,
      kind: 'asked' as const,
      text: 'Why?',
      outcome: null,
      unheard_reason: null,
      reply_id: null,
      by: null,
    }
    record = { ...openCase, state: 'asked', entries: [...openCase.entries, entry] }
    const shown = async (change: Partial<StudentLink>) => {
      page = { ...page, link: { ...link, ...change } }
      server()
      const { unmount } = await open('/cases/c-1')
      await screen.findByText(/The link works until|The link expired|The link was withdrawn/)
      const hasActions = [
        'Give the student more time or a new link',
        'Write down what they told you in person',
      ].map((name) => screen.queryByRole('link', { name: new RegExp(`^${name}`) }) !== null)
      const text = document.body.textContent ?? ''
      unmount()
      return { text, hasActions }
    }
    const unopened = await shown({})
    expect(unopened.text).toMatch(
      /Waiting for the student’s reply since 20 Nov 2026, 10:00\. They have not opened their page yet/,
    )
    expect(unopened.text).not.toContain('Write down their answer')
    expect(unopened.hasActions).toEqual([true, true])
    expect((await shown({ opened_at: '2026-11-21T10:00:00.000Z' })).text).toContain(
      'They opened their page on 21 Nov 2026',
    )
    const expired = await shown({ expires_at: '2026-11-22T10:00:00.000Z' })
    expect(expired.text).toContain('The student has not replied: the link expired on 22 Nov 2026')
    const withdrawn = await shown({ revoked_at: '2026-11-22T10:00:00.000Z' })
    expect(withdrawn.text).toContain('Write down their answer')
    expect(withdrawn.hasActions).toEqual([false, false])
  })

  test('shows the reply with its files, the facts of each, and which could not be read', async () => {
    const file = (id: string, filename: string, check: ReplyFileCheck) => ({
      id,
      filename,
      kind: 'docx' as const,
      size_bytes: 2_048,
      sha256: 'ab',
      check,
    })
    const nothing = { reason: null, words: null, page_count: null, facts: [] }
    const history = {
      words: 126,
      minutes: 41,
      saves: 7,
      sessions: 1,
      recorded: null,
      largest: null,
      stretches: [],
    }
    const summary = {
      kind: 'editing-history' as const,
      name: 'summary',
      count: 126,
      value: null,
      severity: 'information' as const,
      history,
    }
    const files = [
      file('f-1', 'draft.docx', { ...nothing, state: 'read', words: 126, facts: [summary] }),
      file('f-2', 'locked.docx', { ...nothing, state: 'unread', reason: 'encrypted' }),
      file('f-3', 'late.docx', { ...nothing, state: 'waiting' }),
      file('f-4', 'plan.txt', { ...nothing, state: 'read', words: 6 }),
    ]
    const answers = [{ entry_id: '2', question: 'How did you begin?', text: 'With notes.' }]
    page = {
      ...page,
      replies: [
        { id: 'r-1', handed_in_at: '2026-11-21T10:00:00.000Z', is_appeal: false, answers, text: '', files },
      ],
    }
    server()
    await open('/cases/c-1')
    const reply = within(await screen.findByRole('region', { name: /^Reply of/ }))
    expect(reply.getByText('With notes.')).toBeTruthy()
    expect(reply.getByRole('button', { name: 'Download draft.docx' })).toBeTruthy()
    expect(reply.getByText('How the file was written')).toBeTruthy()
    expect(reply.getByText(/41 minutes of editing, 7 saves/)).toBeTruthy()
    expect(reply.getByText(/protected with a password/)).toBeTruthy()
    expect(reply.getByText(/This file is being read/)).toBeTruthy()
    expect(reply.getByText(/6 words · The file checks found nothing unusual/)).toBeTruthy()
  })
})
