import { emptyOverview, noFigures } from '@penmark/contract'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Answer, documentsApi, fakeApi, refuse } from '../../testing/api.ts'
import {
  aBatch,
  chooseFiles,
  classDocuments,
  openClassScreen,
  recordDownloads,
} from '../../testing/class-screen.tsx'
import { aClassGroup, aDocument } from '../../testing/samples.ts'
import { openScreen } from '../../testing/screen.tsx'
import ClassViewPage from './class-view.tsx'

const path = '/classes/view/:classId'
const open = (answers: Record<string, Answer> = {}, at = '/classes/view/c1') =>
  openClassScreen(path, <ClassViewPage />, at, answers)
const table = () => screen.findByRole('table', { name: 'Documents', busy: false })
const names = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      [...row.querySelectorAll('[title]')]
        .map(({ textContent }) => textContent)
        .find((text) => text.includes('.')),
    )

/** The overview of a class with four documents, of which so many have no student. */
const withoutStudent = (count: number) => ({
  ...emptyOverview,
  figures: { ...noFigures, documents: 4, nothing_found: 4, without_student: count },
})

afterEach(() => {
  vi.useRealTimers()
})

describe('the head of a class', () => {
  test('shows name, academic year, a way back and three tiles', async () => {
    await open()
    expect(await screen.findByRole('heading', { level: 1, name: 'Year 10 English' })).toBeDefined()
    expect(screen.getByText('Academic year 2026/27')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Classes' }).getAttribute('href')).toBe('/classes')
    await table()
    const figure = (label: string) =>
      screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent
    expect([figure('Total students'), figure('Documents'), figure('Average AI score')]).toEqual([
      '2',
      '4',
      '46.2%',
    ])
  })

  test('shows the average AI score with one decimal, or N/A without a score', async () => {
    const average = () =>
      screen.getByText('Average AI score', { selector: 'dt' }).nextElementSibling?.textContent
    await open()
    await table()
    expect(average()).toBe('46.2%')
    cleanup()
    await open({ 'GET /documents': () => [aDocument({ ai_score: null, class_group_id: 'c1' })] })
    await table()
    expect(average()).toBe('N/A')
  })

  test('shows the newest documents of a large class, and how many there are, before the others are loaded', async () => {
    const documents = Array.from({ length: 70 }, (_, i) =>
      aDocument({ id: `d${i}`, original_filename: `essay ${i}.docx`, class_group_id: 'c1' }),
    )
    const list = documentsApi(() => documents)
    let answerOthers = (_answer: unknown) => {}
    await open({
      ...list,
      'GET /documents': (call) =>
        call.query.has('before')
          ? new Promise((resolve) => (answerOthers = resolve)).then(() => list['GET /documents'](call))
          : list['GET /documents'](call),
    })
    expect(await screen.findByRole('tab', { name: 'Documents (70)' })).toBeDefined()
    expect(await screen.findByText('essay 3.docx')).toBeDefined()
    const average = () =>
      screen.getByText('Average AI score', { selector: 'dt' }).nextElementSibling?.textContent
    expect(average()).toBe('')
    answerOthers(null)
    await waitFor(() => expect(average()).not.toBe(''))
    expect(within(await table()).getAllByRole('row')).toHaveLength(71)
  })

  test('shows "not applicable" for a missing year, and N/A for a missing score', async () => {
    await open({ 'GET /class-groups/c1': () => aClassGroup(), 'GET /documents': () => [] })
    expect(await screen.findByText('Academic year: not applicable')).toBeDefined()
    expect(await screen.findByText('N/A')).toBeDefined()
    expect(screen.getByText('This class has no documents yet. Upload some above.')).toBeDefined()
  })

  test.each(['undefined', 'null', 'no%20id'])(
    'recognises an invalid address (%s) without asking the server',
    async (id) => {
      const { calls } = await open({}, `/classes/view/${id}`)
      expect((await screen.findByRole('alert')).textContent).toContain('This link does not point to a class.')
      expect(calls).toEqual([])
    },
  )

  test('says that a class is not found, and why one could not be fetched', async () => {
    await open({
      'GET /class-groups/c1': () => refuse(404, { code: 'not_found', detail: 'There is no such class.' }),
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Class not found')
  })

  test('offers to reload a class', async () => {
    await open({ 'GET /class-groups/c1': () => refuse(500, { code: 'unexpected', detail: 'Try later.' }) })
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The class could not be loaded. Try later.',
    )
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
  })

  test('tells visitors that a login is required to view classes', async () => {
    fakeApi({})
    await openScreen({
      routes: [{ path, element: <ClassViewPage /> }],
      at: '/classes/view/c1',
      status: 'unauthenticated',
    })
    expect(screen.getByText('Please log in to view classes.')).toBeDefined()
  })
})

describe('the documents of a class', () => {
  test("lists the class's documents newest first, sortable by name and upload time", async () => {
    const { asked } = await open()
    await table()
    expect(asked('GET', '/documents')[0]?.query.get('class_group_id')).toBe('c1')
    expect(names()).toEqual(['Macbeth.docx', 'scan.pdf', 'poem.txt', 'big.txt'])
    const heads = screen
      .getAllByRole('columnheader')
      .map((head) => [head.textContent, head.getAttribute('aria-sort')])
    expect(heads).toEqual([
      ['', null],
      ['Document name', 'none'],
      ['Uploaded', 'descending'],
      ['Status', null],
      ['Actions', null],
      ['Assigned student', null],
      ['Finding', null],
      ['AI Score', null],
      ['Words', null],
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Document name' }))
    expect(names()).toEqual(['big.txt', 'Macbeth.docx', 'poem.txt', 'scan.pdf'])
  })

  test('links to completed reports, and back to the class', async () => {
    await open()
    await table()
    expect(screen.getByRole('link', { name: 'View report of Macbeth.docx' }).getAttribute('href')).toBe(
      '/documents/d1/report?from=class&classId=c1',
    )
    expect(screen.getByRole('button', { name: 'View report of scan.pdf' })).toHaveProperty('disabled', true)
  })

  test('hides Reprocess for completed documents, and disables it during processing', async () => {
    await open({
      'GET /documents': () => [
        ...classDocuments(),
        aDocument({ id: 'd5', status: 'PROCESSING', original_filename: 'now.txt' }),
      ],
    })
    await table()
    expect(screen.queryByRole('button', { name: 'Reprocess Macbeth.docx' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Reprocess now.txt' })).toHaveProperty('disabled', true)
    expect(screen.getByRole('button', { name: 'View report of now.txt' })).toHaveProperty('disabled', true)
    expect(screen.getByRole('button', { name: 'Reprocess scan.pdf' })).toHaveProperty('disabled', false)
  })

  test('says Reprocessing for a requeued document', async () => {
    await open({ 'POST /documents/d2/reprocess': () => aDocument({ id: 'd2', status: 'QUEUED' }) })
    await userEvent.click(await screen.findByRole('button', { name: 'Reprocess scan.pdf' }))
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reprocess' }),
    )
    expect(await within(screen.getByRole('table')).findByText('Reprocessing')).toBeDefined()
  })

  test('names the student of each document, or says that they are not found', async () => {
    await open({ 'GET /overview': () => withoutStudent(1) })
    const shown = within(await table())
    expect(shown.getAllByText('Ben Ofori')).toHaveLength(2)
    expect(shown.getByText('Student not found')).toBeDefined()
    expect(await screen.findByText(/1 document needs assignment/)).toBeDefined()
    expect(screen.getByText('1 without a student')).toBeDefined()
  })

  test('asks for a student of as many documents as the server counts, not for one that cannot be read', async () => {
    const unread = aDocument({ status: 'ERROR', student_id: null, class_group_id: 'c1' })
    await open({ 'GET /documents': () => [unread], 'GET /overview': () => withoutStudent(0) })
    await table()
    expect(await screen.findByRole('button', { name: /^nothing found/ })).toBeDefined()
    expect(screen.queryByText(/^\d without a student/)).toBeNull()
    expect(screen.queryByText(/needs assignment/)).toBeNull()
  })

  test('lists those without a student at a click on their number', async () => {
    const mine = { class_group_id: 'c1', standing: 'nothing-found' } as const
    const found = [
      aDocument({ id: 'd1', original_filename: 'poem.txt', ...mine }),
      aDocument({ id: 'd2', original_filename: 'bens.txt', ...mine, student_id: 'ben' }),
      aDocument({ id: 'd3', original_filename: 'scan.pdf', ...mine, status: 'ERROR' }),
      aDocument({ id: 'd4', original_filename: 'sample.txt', ...mine, standing: null, is_sample: true }),
    ]
    await open({ 'GET /documents': () => found, 'GET /overview': () => withoutStudent(1) })
    await userEvent.click(await screen.findByRole('button', { name: 'without a student 1' }))
    await table()
    expect(names()).toEqual(['poem.txt'])
  })

  test('deletes a document, even one that exceeded the allowance', async () => {
    const { asked } = await open({ 'DELETE /documents/d4': () => ({ id: 'd4', deleted: true }) })
    await userEvent.click(await screen.findByRole('button', { name: 'Delete big.txt' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Document deleted successfully!')).toBeDefined()
    expect(asked('DELETE', '/documents/d4')).toHaveLength(1)
  })

  test('polls every 5000 ms while a document is in progress', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { asked } = await open({ 'GET /documents': () => [aDocument({ status: 'QUEUED' })] })
    await table()
    expect(asked('GET', '/documents')).toHaveLength(1)
    await act(() => vi.advanceTimersByTimeAsync(5_100))
    expect(asked('GET', '/documents')).toHaveLength(2)
  })

  test('opens the limit dialog if polling finds a refusal', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let status: 'QUEUED' | 'LIMIT_EXCEEDED' = 'QUEUED'
    await open({
      'GET /documents': () => [
        aDocument({ status, status_reason: status === 'QUEUED' ? null : '3 words left.' }),
      ],
    })
    await table()
    status = 'LIMIT_EXCEEDED'
    await act(() => vi.advanceTimersByTimeAsync(5_100))
    expect(
      within(await screen.findByRole('dialog', { name: 'Upload Limit Exceeded' })).getByText('3 words left.'),
    ).toBeDefined()
  })
})

describe('assigning within a class', () => {
  async function assignDialog(name: string, answers: Record<string, Answer> = {}) {
    const api = await open(answers)
    await userEvent.click(await screen.findByRole('button', { name: `Assign ${name}` }))
    return { ...api, dialog: within(await screen.findByRole('dialog', { name: 'Assign a student' })) }
  }
  const choose = async (name: string) => {
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('combobox', { name: 'Student' }))
    await userEvent.click(await screen.findByRole('option', { name }))
  }

  test('requires a student, and assigns one of the class', async () => {
    const { asked, dialog } = await assignDialog('poem.txt', {
      'PUT /documents/d3/assign-student': () => aDocument(),
    })
    await userEvent.click(dialog.getByRole('button', { name: 'Assign' }))
    expect(dialog.getByText('Please select a student.')).toBeDefined()
    expect(dialog.queryByRole('button', { name: 'Unassign' })).toBeNull()
    await choose('Mia Abara')
    await userEvent.click(dialog.getByRole('button', { name: 'Assign' }))
    await waitFor(() =>
      expect(asked('PUT', '/documents/d3/assign-student').map(({ body }) => body)).toEqual([
        { student_id: 'mia' },
      ]),
    )
  })

  test('clears the student and keeps the class', async () => {
    const { asked, dialog } = await assignDialog('Macbeth.docx', {
      'PUT /documents/d1/assign-student': () => aDocument(),
    })
    await userEvent.click(dialog.getByRole('button', { name: 'Unassign' }))
    await waitFor(() =>
      expect(asked('PUT', '/documents/d1/assign-student').map(({ body }) => body)).toEqual([
        { student_id: null },
      ]),
    )
  })

  test('assigns several at once, and names those that failed with the reason', async () => {
    await open({
      'PUT /documents/d1/assign-student': () => aDocument(),
      'PUT /documents/d2/assign-student': () => refuse(404, { code: 'not_found', detail: 'It is gone.' }),
    })
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Macbeth.docx' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select scan.pdf' }))
    const bar = within(screen.getByRole('toolbar', { name: 'Selected rows' }))
    await userEvent.click(bar.getByRole('button', { name: 'Assign' }))
    await screen.findByRole('dialog', { name: 'Assign a student' })
    await choose('Mia Abara')
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Assign' }))
    expect(await screen.findByText('Failed to assign students: scan.pdf: It is gone.')).toBeDefined()
    expect(screen.getByText('1 assigned, 1 failed.')).toBeDefined()
  })

  test('deletes several at once, and names those that failed with the reason', async () => {
    await open({
      'DELETE /documents/d1': () => ({ id: 'd1', deleted: true }),
      'DELETE /documents/d2': () => refuse(503, { code: 'busy', detail: 'Later.' }),
    })
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Macbeth.docx' }))
    const again = () =>
      within(screen.getByRole('toolbar', { name: 'Selected rows' })).getByRole('button', {
        name: 'Reprocess',
      })
    expect(again()).toHaveProperty('disabled', true)
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select scan.pdf' }))
    expect(again()).toHaveProperty('disabled', false)
    await userEvent.click(
      within(screen.getByRole('toolbar', { name: 'Selected rows' })).getByRole('button', { name: 'Delete' }),
    )
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    expect(
      await screen.findByText('Failed to delete documents: scan.pdf: Later.', {}, { timeout: 10_000 }),
    ).toBeDefined()
    expect(screen.getByText('1 deleted, 1 failed.')).toBeDefined()
  })
})

describe('the two tables of a class', () => {
  test('stand behind tabs with their counts, one click apart, however wide the screen', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('min-width'),
      media: query,
      addEventListener() {},
      removeEventListener() {},
    }))
    await open({ 'GET /integrations/lti/classes/c1': () => ({ platform: null }) })
    expect(await screen.findByRole('tab', { name: 'Documents (4)' })).toBeDefined()
    await table()
    await userEvent.click(screen.getByRole('tab', { name: 'Students (2)' }))
    expect(await screen.findByRole('table', { name: 'Students', busy: false })).toBeDefined()
    await userEvent.click(screen.getByRole('tab', { name: 'Documents (4)' }))
    await table()
  })
})

describe('uploading to a class', () => {
  test('takes a ZIP of several files for the class', async () => {
    const { asked } = await open({ 'POST /documents/batch': aBatch })
    await table()
    await chooseFiles(userEvent.upload, '7B.zip')
    expect(await screen.findByText('2 files uploaded successfully')).toBeDefined()
    const form = asked('POST', '/documents/batch')[0]?.body as FormData
    expect(form.get('class_group_id')).toBe('c1')
  })

  const uploaded: Answer = ({ body }) => {
    const { name } = (body as FormData).get('file') as File
    return aDocument({ id: name, original_filename: name, class_group_id: 'c1' })
  }

  test('asks for a file, and sends it with the class', async () => {
    const { asked } = await open({ 'POST /documents/upload': uploaded })
    await table()
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }))
    expect(await screen.findByText('Please select a file to upload')).toBeDefined()
    expect(asked('POST', '/documents/upload')).toHaveLength(0)
    await chooseFiles(userEvent.upload, 'one.txt')
    await screen.findByText(/^one.txt .* is ready to upload/)
    expect(asked('POST', '/documents/upload')).toHaveLength(0)
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }))
    expect(await screen.findByText('Document uploaded successfully!')).toBeDefined()
    expect(
      asked('POST', '/documents/upload').map(({ body }) => (body as FormData).get('class_group_id')),
    ).toEqual(['c1'])
  })

  test('waits 2 s between files, then asks for a student for each and assigns all', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { asked } = await open({
      'POST /documents/upload': uploaded,
      'PUT /documents/a.txt/assign-student': () => aDocument(),
      'PUT /documents/b.txt/assign-student': () => aDocument(),
    })
    await table()
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    await chooseFiles((input, files) => user.upload(input, files), 'a.txt', 'b.txt')
    await waitFor(() => expect(asked('POST', '/documents/upload')).toHaveLength(1))
    await act(() => vi.advanceTimersByTimeAsync(1_500))
    expect(asked('POST', '/documents/upload')).toHaveLength(1)
    await act(() => vi.advanceTimersByTimeAsync(600))
    expect(asked('POST', '/documents/upload')).toHaveLength(2)
    await screen.findByText('2 files uploaded successfully')
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    const panel = within(await screen.findByRole('region', { name: 'Assign uploaded documents' }))
    const all = panel.getByRole('button', { name: 'Assign all' })
    expect(all).toHaveProperty('disabled', true)
    expect(panel.queryByRole('combobox', { name: 'Class for a.txt' })).toBeNull()
    for (const [name, student] of [
      ['a.txt', 'Ben Ofori'],
      ['b.txt', 'Mia Abara'],
    ] as const) {
      expect(all).toHaveProperty('disabled', true)
      await userEvent.click(panel.getByRole('combobox', { name: `Student for ${name}` }))
      await userEvent.click(await screen.findByRole('option', { name: student }))
    }
    await userEvent.click(all)
    expect(await screen.findByText('2 assigned, 0 failed.')).toBeDefined()
    expect(asked('PUT', '/documents/a.txt/assign-student').map(({ body }) => body)).toEqual([
      { student_id: 'ben' },
    ])
  })

  test('proposes the students whom loose files name', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { asked } = await open({ 'POST /documents/upload': uploaded })
    await table()
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    await chooseFiles(
      (input, files) => user.upload(input, files),
      'Jaden Price - essay.docx',
      'Maya Patel - essay.docx',
    )
    await waitFor(() => expect(asked('POST', '/documents/upload')).toHaveLength(1))
    await act(() => vi.advanceTimersByTimeAsync(2_500))
    await screen.findByText('2 files uploaded successfully')
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    const panel = within(await screen.findByRole('region', { name: 'Assign uploaded documents' }))
    expect(panel.getByRole('textbox', { name: 'Names, one a line' })).toHaveProperty(
      'value',
      'Jaden Price\nMaya Patel',
    )
    expect(panel.getByRole('button', { name: 'Add 2 students to Year 10 English' })).toBeDefined()
  })

  test('stops at an exceeded allowance, marks the file with LIMIT_EXCEEDED and the detail, and opens the limit dialog', async () => {
    const { asked } = await open({
      'POST /documents/upload': () => refuse(429, { code: 'allowance_exceeded', detail: '12 words left.' }),
    })
    await table()
    await chooseFiles(userEvent.upload, 'a.txt', 'b.txt')
    const dialog = await screen.findByRole('dialog', { name: 'Upload Limit Exceeded' })
    expect(within(dialog).getByText('12 words left.')).toBeDefined()
    expect(screen.getByText('LIMIT_EXCEEDED: 12 words left.')).toBeDefined()
    expect(asked('POST', '/documents/upload')).toHaveLength(1)
  })
})

describe('exporting a class', () => {
  test('downloads the table of the class in the language of the page', async () => {
    const downloads = recordDownloads()
    const { asked } = await open({ 'GET /class-groups/c1/csv': () => 'a,b' })
    await table()
    await userEvent.click(screen.getByRole('button', { name: 'Export' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Class table (CSV)' }))
    expect(await screen.findByText('The file has been downloaded.')).toBeDefined()
    expect(downloads.names).toEqual(['class.csv'])
    expect(asked('GET', '/class-groups/c1/csv')[0]?.query.get('language')).toBe('en-GB')
  })

  test('shows the progress of the report archive, and says if there are no reports', async () => {
    let finish: () => void = () => {}
    const waiting = new Promise<void>((resolve) => {
      finish = resolve
    })
    await open({
      'GET /class-groups/c1/reports': async () => {
        await waiting
        return refuse(409, { code: 'conflict', detail: 'None.' })
      },
    })
    await table()
    await userEvent.click(screen.getByRole('button', { name: 'Export' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Class reports (ZIP of PDFs)' }))
    expect(await screen.findByText('Creating reports: 0 of 2')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Export' })).toHaveProperty('disabled', true)
    finish()
    expect(await screen.findByText(/None of this class’s documents is completed yet/)).toBeDefined()
    expect(screen.queryByText('Creating reports: 0 of 2')).toBeNull()
  })
})
