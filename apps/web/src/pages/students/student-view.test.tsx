import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Answer, fakeApi, refuse } from '../../testing/api.ts'
import { aClassGroup, aDocument, aStudent, aTeacher } from '../../testing/samples.ts'
import { openScreen } from '../../testing/screen.tsx'
import StudentViewPage from './student-view.tsx'

const ben = aStudent({
  id: 'ben',
  email: 'ben@school.example',
  external_student_id: 'x-1',
  class_group_ids: ['c1'],
  descriptor: 'Left-handed',
})
const assigned = aDocument({ id: 'd1', original_filename: 'Macbeth.docx', student_id: 'ben' })
const unassigned = [
  aDocument({ id: 'd2', original_filename: 'found.pdf', ai_score: 0.824 }),
  aDocument({ id: 'd3', original_filename: 'lost.txt', word_count: null, status: 'QUEUED' }),
]

async function open(answers: Record<string, Answer> = {}, at = '/students/view/ben?from=students') {
  const api = fakeApi({
    'GET /students/ben': () => ben,
    'GET /class-groups': () => [aClassGroup({ id: 'c1' })],
    'GET /documents': ({ query }) =>
      query.get('unassigned')
        ? unassigned.filter(({ original_filename: name }) => name.includes(query.get('search') ?? ''))
        : [assigned],
    'GET /teachers/me': () => aTeacher(),
    'GET /students/ben/writing': () => ({ known: 0, needed: 3, history: [] }),
    ...answers,
  })
  const opened = await openScreen({
    routes: [
      { path: '/students/view/:studentId', element: <StudentViewPage /> },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    at,
  })
  return { ...api, ...opened }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('the page of a student', () => {
  test("shows the student's details, classes, description and documents", async () => {
    await open()
    expect(await screen.findByRole('heading', { name: 'Ben Ofori' })).toBeDefined()
    await screen.findByText('Year 10 English')
    const facts = [...document.querySelectorAll('dl[aria-label] > div')].map((fact) =>
      [...fact.children].map(({ textContent }) => textContent),
    )
    expect(facts).toEqual([
      ['First name', 'Ben'],
      ['Last name', 'Ofori'],
      ['Email', 'ben@school.example'],
      ['External ID', 'x-1'],
      ['Classes', 'Year 10 English'],
      ['Descriptor', 'Left-handed'],
    ])
    expect(await screen.findByText('Macbeth.docx')).toBeDefined()
  })

  test('erases the student at once for somebody who asked for it, after saying what that means', async () => {
    const gone = (id: string) => () => ({ id, deleted: true })
    const { calls } = await open(
      { 'DELETE /students/ben': gone('ben'), 'DELETE /bin/ben': gone('ben') },
      '/students/view/ben?edit=true',
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Erase for good…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Erase this student for good?' })
    expect(within(dialog).getByText(/without the bin\. This cannot be undone/)).toBeDefined()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Erase for good' }))
    await screen.findByText('Elsewhere')
    expect(calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      '/students/ben',
      '/bin/ben',
    ])
  })

  test('omits an empty description', async () => {
    await open({ 'GET /students/ben': () => ({ ...ben, descriptor: null }) })
    await screen.findByRole('heading', { name: 'Ben Ofori' })
    expect(screen.queryByText('Descriptor')).toBeNull()
  })

  test.each([
    ['?from=students', '/students', '/documents/d1/report?from=students&studentId=ben'],
    [
      '?from=class&classId=c1',
      '/classes/view/c1',
      '/documents/d1/report?from=student&classId=c1&studentId=ben',
    ],
    ['?from=class', '/students', '/documents/d1/report?from=students&studentId=ben'],
    ['', '/students', '/documents/d1/report?from=students&studentId=ben'],
  ])('opened with "%s" leads back to %s, and reports lead back here', async (query, back, report) => {
    await open({}, `/students/view/ben${query}`)
    const link = await screen.findByRole('link', { name: back === '/students' ? 'Students' : 'Class' })
    expect(link.getAttribute('href')).toBe(back)
    expect(
      (await screen.findByRole('link', { name: 'View report of Macbeth.docx' })).getAttribute('href'),
    ).toBe(report)
  })

  test('switches to the form and back, and updates the address', async () => {
    const { router } = await open(
      { 'PUT /students/ben': () => ben },
      '/students/view/ben?from=class&classId=c1',
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
    expect(router.state.location.search).toBe('?from=class&classId=c1&edit=true')
    expect(screen.getByRole('heading', { name: 'Edit student' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
    await userEvent.click(await screen.findByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Student saved.')).toBeDefined()
    expect(await screen.findByRole('heading', { name: 'Ben Ofori' })).toBeDefined()
    expect(router.state.location.search).toBe('?from=class&classId=c1')
  })

  test('opens as the form with edit=true', async () => {
    await open({}, '/students/view/ben?edit=true')
    expect(await screen.findByRole('heading', { name: 'Edit student' })).toBeDefined()
  })

  test('uploads for the student', async () => {
    const { asked } = await open({ 'POST /documents/upload': () => assigned })
    await screen.findByText('Macbeth.docx')
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    await userEvent.upload(input as HTMLInputElement, new File(['words'], 'new.txt'))
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }))
    await waitFor(() => expect(asked('POST', '/documents/upload')).toHaveLength(1))
    const [sent] = asked('POST', '/documents/upload')
    expect(sent?.body instanceof FormData && sent.body.get('student_id')).toBe('ben')
  })

  test('deletes a document that exceeded the allowance', async () => {
    const { asked } = await open({
      'GET /documents': () => [
        aDocument({ id: 'd4', original_filename: 'big.txt', status: 'LIMIT_EXCEEDED', student_id: 'ben' }),
      ],
      'DELETE /documents/d4': () => ({ id: 'd4', deleted: true }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Delete big.txt' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Document deleted successfully!')).toBeDefined()
    expect(asked('DELETE', '/documents/d4')).toHaveLength(1)
  })

  test('says if there is no such student, or what went wrong', async () => {
    await open(
      { 'GET /students/gone': () => refuse(404, { code: 'not_found', detail: 'There is no such student.' }) },
      '/students/view/gone',
    )
    expect(await screen.findByRole('heading', { name: 'Student not found' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Go to your students' })).toBeDefined()
  })
})

describe('allocating a document', () => {
  async function dialogOf(answers: Record<string, Answer> = {}) {
    const opened = await open(answers)
    await userEvent.click(await screen.findByRole('button', { name: 'Assign a document' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Assign a document' }))
    await dialog.findByText('found.pdf')
    return { ...opened, dialog }
  }

  test('lists unassigned documents with status, words and score, searchable by filename', async () => {
    const { dialog, asked } = await dialogOf()
    expect(dialog.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Filename',
      'Status',
      'Words',
      'AI Score',
    ])
    expect(
      dialog
        .getAllByRole('row')
        .slice(1)
        .map((row) => [...row.children].map(({ textContent }) => textContent)),
    ).toEqual([
      ['found.pdf', 'Completed', '412', '82.4%'],
      ['lost.txt', 'Queued', '–', 'N/A'],
    ])
    await userEvent.type(dialog.getByRole('searchbox', { name: 'Search by filename' }), 'lost')
    await waitFor(() => expect(dialog.queryByText('found.pdf')).toBeNull())
    expect(asked('GET', '/documents').at(-1)?.query.get('unassigned')).toBe('student')
  })

  test('requires a document', async () => {
    const { dialog, calls } = await dialogOf()
    await userEvent.click(dialog.getByRole('button', { name: 'Assign' }))
    expect(dialog.getByRole('alert').textContent).toBe('Please select a document and a student.')
    expect(calls.some(({ method }) => method === 'PUT')).toBe(false)
  })

  test('says why it failed', async () => {
    const { dialog } = await dialogOf({
      'PUT /documents/d2/assign-student': () =>
        refuse(422, { code: 'invalid_input', detail: 'Ben is not in 7B.' }),
    })
    await userEvent.click(dialog.getByRole('radio', { name: 'found.pdf' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Assign' }))
    expect(await dialog.findByText('Assignment failed. Ben is not in 7B.')).toBeDefined()
  })

  test('removes the document from the list, shows a message, and closes 2 s later', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    let isAssigned = false
    const { asked } = await open({
      'GET /documents': ({ query }) =>
        query.get('unassigned') ? unassigned.filter(({ id }) => id !== 'd2' || !isAssigned) : [assigned],
      'PUT /documents/d2/assign-student': () => {
        isAssigned = true
        return { ...unassigned[0], student_id: 'ben' }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Assign a document' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(await dialog.findByRole('radio', { name: 'found.pdf' }))
    expect(asked('PUT', '/documents/d2/assign-student')).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Assign' }))
    expect(await dialog.findByText('The document is now assigned to Ben Ofori.')).toBeDefined()
    expect(asked('PUT', '/documents/d2/assign-student')[0]?.body).toEqual({ student_id: 'ben' })
    await waitFor(() => expect(dialog.queryByText('found.pdf')).toBeNull())
    act(() => void vi.advanceTimersByTime(1_900))
    expect(screen.queryByRole('dialog')).not.toBeNull()
    // With the time in which the dialog fades.
    await act(() => vi.advanceTimersByTimeAsync(700))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
