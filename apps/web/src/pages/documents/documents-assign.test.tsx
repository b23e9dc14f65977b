import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Answer, type Call, documentsApi, fakeApi, refuse } from '../../testing/api.ts'
import { eventually } from '../../testing/eventually.ts'
import { aClassGroup, aDocument, aStudent, aTeacher } from '../../testing/samples.ts'
import { openElement } from '../../testing/screen.tsx'
import DocumentsPage from './documents.tsx'

const people = {
  'GET /students': () => [
    aStudent({ id: 'ben', class_group_ids: ['c1'] }),
    aStudent({ id: 'mia', first_name: 'Mia', last_name: 'Okafor', class_group_ids: ['c2'] }),
  ],
  'GET /class-groups': () => [
    aClassGroup({ id: 'c1' }),
    aClassGroup({ id: 'c2', class_name: 'Drama', academic_year: '2026/27' }),
  ],
}

async function open(answers: Record<string, Answer> = {}, at = '/documents') {
  const api = fakeApi({
    ...documentsApi(() => [
      aDocument({ original_filename: 'essay.docx' }),
      aDocument({ id: 'd2', status: 'ERROR', original_filename: 'scan.pdf' }),
    ]),
    'GET /teachers/me': () => aTeacher(),
    ...people,
    ...answers,
  })
  const opened = await openElement(<DocumentsPage />, at)
  await screen.findByText('essay.docx')
  return { ...api, ...opened }
}

async function pick(field: HTMLElement, name: string) {
  await userEvent.click(field)
  await userEvent.click(await screen.findByRole('option', { name }))
}

/** Those of the open chooser, not of the status filter. */
const options = () =>
  screen
    .getAllByRole('option')
    .filter(({ tagName }) => tagName !== 'OPTION')
    .map(({ textContent }) => textContent)

afterEach(() => {
  vi.useRealTimers()
})

describe('assigning one document', () => {
  async function openDialog(answers: Record<string, Answer> = {}) {
    const api = await open(answers)
    await userEvent.click(screen.getByRole('button', { name: 'Assign essay.docx' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Assign this document' }))
    const mode = (name: string) => userEvent.click(dialog.getByRole('radio', { name }))
    const submit = (name = 'Assign') => userEvent.click(dialog.getByRole('button', { name }))
    return { ...api, dialog, mode, submit }
  }

  test.each(['QUEUED', 'PROCESSING', 'ERROR', 'LIMIT_EXCEEDED'] as const)(
    'is offered for a completed document, not with %s',
    async (status) => {
      const other = aDocument({ id: 'd2', status, original_filename: 'scan.pdf' })
      await open(documentsApi(() => [aDocument({ original_filename: 'essay.docx' }), other]))
      expect(screen.getByRole('button', { name: 'Assign essay.docx' })).toHaveProperty('disabled', false)
      expect(screen.getByRole('button', { name: 'Assign scan.pdf' })).toHaveProperty('disabled', true)
    },
  )

  test('opens without a selection, and requires one', async () => {
    const { dialog, submit, asked } = await openDialog()
    expect(dialog.getAllByRole<HTMLInputElement>('radio').filter(({ checked }) => checked)).toEqual([])
    await submit()
    expect(dialog.getByRole('alert').textContent).toBe('Please choose who to assign it to.')
    expect(asked('PUT', '/documents/d1/assign-student')).toEqual([])
  })

  test('requires what each mode needs, with its own message', async () => {
    const { dialog, mode, submit } = await openDialog()
    await mode('A student')
    await submit()
    expect(dialog.getByRole('alert').textContent).toBe('Please select a student for student-only assignment.')
    await mode('A class')
    expect(dialog.getByRole('alert').textContent).toBe('')
    await submit()
    expect(dialog.getByRole('alert').textContent).toBe('Please select a class for class-only assignment.')
    await mode('A class and a student')
    await submit()
    expect(dialog.getByRole('alert').textContent).toBe(
      'Please select both a class and a student for class+student assignment.',
    )
  })

  test('sends both ids as null to unassign', async () => {
    const { asked, dialog, mode, submit } = await openDialog({
      'PUT /documents/d1/assign-student': () => aDocument(),
    })
    await mode('A class')
    await pick(dialog.getByRole('combobox', { name: 'Class' }), 'Drama (2026/27)')
    await mode('Nobody')
    await submit('Unassign')
    await screen.findByText('Assignment saved.')
    expect(asked('PUT', '/documents/d1/assign-student').map(({ body }) => body)).toEqual([
      { student_id: null, class_group_id: null },
    ])
  })

  test('narrows students by class and classes by student, and sends both', async () => {
    const { asked, dialog, mode, submit } = await openDialog({
      'PUT /documents/d1/assign-student': () => aDocument(),
    })
    await mode('A class and a student')
    await pick(dialog.getByRole('combobox', { name: 'Class' }), 'Drama (2026/27)')
    await userEvent.click(dialog.getByRole('combobox', { name: 'Student' }))
    expect(options()).toEqual(['Mia Okafor'])
    await userEvent.click(screen.getByRole('option', { name: 'Mia Okafor' }))
    await submit()
    await screen.findByText('Assignment saved.')
    expect(asked('PUT', '/documents/d1/assign-student').map(({ body }) => body)).toEqual([
      { student_id: 'mia', class_group_id: 'c2' },
    ])
  })

  test('says why an assignment failed', async () => {
    const { mode, submit } = await openDialog({
      'PUT /documents/d1/assign-student': () => refuse(404, { code: 'not_found', detail: 'It is gone.' }),
    })
    await mode('Nobody')
    await submit('Unassign')
    expect(await screen.findByText('Assignment failed. It is gone.')).toBeDefined()
  })
})

describe('the filters of the list', () => {
  test('are read from the address and sent to the server', async () => {
    const mine = () => [
      aDocument({ original_filename: 'essay.docx', student_id: 'ben', class_group_id: 'c1' }),
      aDocument({ id: 'd2' }),
    ]
    const { asked } = await open(documentsApi(mine), '/documents?student_id=ben&class_group_id=c1')
    for (const path of ['/documents', '/documents/count']) {
      expect(
        asked('GET', path).map(({ query }) => [query.get('student_id'), query.get('class_group_id')]),
      ).toEqual([['ben', 'c1']])
    }
    expect(screen.getByText('1 document found')).toBeDefined()
    expect(await screen.findByDisplayValue('Ben Ofori')).toBe(
      screen.getByRole('combobox', { name: 'Filter by student' }),
    )
  })

  test('are kept in the address, and can be cleared', async () => {
    const { router, asked } = await open()
    await pick(screen.getByRole('combobox', { name: 'Filter by class' }), 'Drama (2026/27)')
    expect(router.state.location.search).toBe('?class_group_id=c2')
    expect(await screen.findByText('No documents match.')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Show all documents' }))
    expect(router.state.location.search).toBe('')
    await screen.findByText('essay.docx')
    expect(asked('GET', '/documents').length).toBeGreaterThan(1)
  })

  test('include status and unassigned documents', async () => {
    const { asked } = await open()
    await userEvent.click(screen.getByRole('button', { name: 'More filters' }))
    await userEvent.selectOptions(
      await screen.findByRole('combobox', { name: 'Filter by assignment' }),
      'Not assigned',
    )
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Filter by status' }), 'Error')
    await waitFor(() => expect(screen.queryByText('essay.docx')).toBeNull())
    const last = asked('GET', '/documents').at(-1)?.query
    expect([last?.get('unassigned'), last?.get('status')]).toEqual(['both', 'ERROR'])
    expect(screen.getByRole('button', { name: 'More filters (2)' })).toBeDefined()
  })

  test('show whom a document is assigned to', async () => {
    await open(
      documentsApi(() => [
        aDocument({
          original_filename: 'essay.docx',
          student_id: 'mia',
          class_group_id: 'c2',
          student_details: { first_name: 'Mia', last_name: 'Okafor', year_group: null },
          class_details: { class_name: 'Drama', academic_year: '2026/27' },
        }),
        aDocument({ id: 'd2', original_filename: 'other.docx', student_id: 'gone' }),
      ]),
    )
    const table = within(screen.getByRole('table'))
    expect(table.getByText('Mia Okafor')).toBeDefined()
    expect(table.getByText('Drama (2026/27)')).toBeDefined()
    expect(table.getByText('Student not found')).toBeDefined()
  })
})

describe('the panel after several uploads', () => {
  const files = (...names: string[]) => names.map((name) => new File(['words'], name))

  async function uploadTwo(answers: Record<string, Answer> = {}) {
    const api = await open({
      'POST /documents/upload': ({ body }) => {
        const { name } = (body as FormData).get('file') as File
        return aDocument({ id: name, original_filename: name })
      },
      ...answers,
    })
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    await userEvent
      .setup({ advanceTimers: vi.advanceTimersByTime })
      .upload(input as HTMLInputElement, files('a.txt', 'b.txt'))
    await screen.findByText('2 files uploaded successfully')
    return api
  }

  const panel = () => screen.findByRole('region', { name: 'Assign uploaded documents' })

  test('appears 3 s after them, and assigns all once every document has a selection', async () => {
    const { asked } = await uploadTwo({
      'PUT /documents/a.txt/assign-student': () => aDocument(),
      'PUT /documents/b.txt/assign-student': () => refuse(503, { code: 'busy', detail: 'Later.' }),
    })
    expect(screen.queryByRole('region', { name: 'Assign uploaded documents' })).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    const shown = within(await panel())
    const all = shown.getByRole('button', { name: 'Assign all' })
    expect(all).toHaveProperty('disabled', true)
    expect(shown.getByText('2 documents have no class or student yet.')).toBeDefined()
    const rows = within(shown.getByRole('table')).getAllByRole('rowheader')
    expect(rows.map(({ textContent }) => textContent)).toEqual(['a.txt', 'b.txt'])
    await pick(shown.getByRole('combobox', { name: 'Class for a.txt' }), 'Year 10 English')
    await userEvent.click(shown.getByRole('combobox', { name: 'Student for a.txt' }))
    expect(options()).toEqual(['Ben Ofori'])
    await userEvent.click(screen.getByRole('option', { name: 'Ben Ofori' }))
    expect(all).toHaveProperty('disabled', true)
    await pick(shown.getByRole('combobox', { name: 'Student for b.txt' }), 'Mia Okafor')
    await userEvent.click(all)
    expect(await screen.findByText('1 assigned, 1 failed.')).toBeDefined()
    expect(asked('PUT', '/documents/a.txt/assign-student').map(({ body }) => body)).toEqual([
      { student_id: 'ben', class_group_id: 'c1' },
    ])
    expect(asked('PUT', '/documents/b.txt/assign-student').map(({ body }) => body)).toEqual([
      { student_id: 'mia', class_group_id: null },
    ])
    expect(shown.queryByText('a.txt')).toBeNull()
    expect(shown.getByText('b.txt')).toBeDefined()
  })

  test('offers only the students of the class chosen, and only the classes of the student chosen', async () => {
    await uploadTwo()
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    const shown = within(await panel())
    await pick(shown.getByRole('combobox', { name: 'Class for a.txt' }), 'Drama (2026/27)')
    await userEvent.click(shown.getByRole('combobox', { name: 'Student for a.txt' }))
    expect(options()).toEqual(['Mia Okafor'])
    await userEvent.keyboard('{Escape}')
    await pick(shown.getByRole('combobox', { name: 'Student for b.txt' }), 'Ben Ofori')
    await userEvent.click(shown.getByRole('combobox', { name: 'Class for b.txt' }))
    expect(options()).toEqual(['Year 10 English'])
  })

  test('assigns all documents to one class with one choice', async () => {
    const { asked } = await uploadTwo({
      'PUT /documents/a.txt/assign-student': () => aDocument(),
      'PUT /documents/b.txt/assign-student': () => aDocument(),
    })
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    const shown = within(await panel())
    await pick(shown.getByRole('combobox', { name: 'Class for all' }), 'Year 10 English')
    await pick(shown.getByRole('combobox', { name: 'Student for a.txt' }), 'Ben Ofori')
    await userEvent.click(shown.getByRole('button', { name: 'Assign all' }))
    await eventually(() =>
      expect(screen.queryByRole('region', { name: 'Assign uploaded documents' })).toBeNull(),
    )
    expect(asked('PUT', '/documents/a.txt/assign-student').map(({ body }) => body)).toEqual([
      { student_id: 'ben', class_group_id: 'c1' },
    ])
    expect(asked('PUT', '/documents/b.txt/assign-student').map(({ body }) => body)).toEqual([
      { student_id: null, class_group_id: 'c1' },
    ])
  })

  test('suggests students by the names in a ZIP, and assigns none before the teacher confirms', async () => {
    const assigned = {
      'PUT /documents/z1/assign-student': () => aDocument(),
      'PUT /documents/z2/assign-student': () => aDocument(),
    }
    const { asked } = await open({
      'POST /documents/batch': () => ({
        batch_id: 'b1',
        total_files: 3,
        status: 'QUEUED',
        document_ids: ['z1', 'z2', 'z3'],
        documents: [
          { id: 'z1', original_filename: 'OFORI, Ben.docx' },
          { id: 'z2', original_filename: 'okaformia_123_456_essay.docx' },
          { id: 'z3', original_filename: 'essay.docx' },
        ],
        skipped: [{ filename: 'photo.png', reason: 'unsupported' }],
      }),
      ...assigned,
    })
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    await user.upload(
      document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement,
      files('7B.zip'),
    )
    await screen.findByText('3 files uploaded successfully')
    expect(screen.getByText(/1 file was not uploaded: photo\.png\./)).toBeDefined()
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    const shown = within(await panel())
    expect(shown.getByText(/^2 of 3 documents name their students\. Check the students/)).toBeDefined()
    expect(shown.getByRole('combobox', { name: 'Student for OFORI, Ben.docx' })).toHaveProperty(
      'value',
      'Ben Ofori',
    )
    expect(shown.getByRole('combobox', { name: 'Student for okaformia_123_456_essay.docx' })).toHaveProperty(
      'value',
      'Mia Okafor',
    )
    expect(shown.getByRole('combobox', { name: 'Student for essay.docx' })).toHaveProperty('value', '')
    expect(asked('PUT', '/documents/z1/assign-student')).toEqual([])
    expect(shown.getByRole('button', { name: 'Assign all' })).toHaveProperty('disabled', true)
    await userEvent.click(shown.getByRole('button', { name: 'Assign the 2 chosen' }))
    await screen.findByText('2 assigned, 0 failed.')
    expect(
      ['z1', 'z2', 'z3'].map((id) => asked('PUT', `/documents/${id}/assign-student`)[0]?.body ?? null),
    ).toEqual([
      { student_id: 'ben', class_group_id: null },
      { student_id: 'mia', class_group_id: null },
      null,
    ])
    expect(shown.getByText('essay.docx')).toBeDefined()
  })

  test('suggests who alone fits, and says why, so that one click assigns everybody', async () => {
    const uploaded = [
      { id: 'z1', original_filename: 'OFORI, Ben.docx' },
      { id: 'z2', original_filename: 'M Okafor.docx' },
      { id: 'z3', original_filename: 'scan.docx' },
    ]
    const { asked } = await open({
      ...documentsApi(() => [
        aDocument({ original_filename: 'essay.docx' }),
        aDocument({ id: 'z3', original_filename: 'scan.docx' }),
      ]),
      'GET /students': () => [
        ...people['GET /students'](),
        aStudent({ id: 'kai', first_name: 'Kai', last_name: 'Tanaka' }),
      ],
      'POST /documents/batch': () => ({
        batch_id: 'b1',
        total_files: 3,
        status: 'QUEUED',
        document_ids: uploaded.map(({ id }) => id),
        documents: uploaded,
        skipped: [],
      }),
      'GET /documents/stated-names': () => [{ id: 'z3', author: 'Kai Tanaka', first_lines: [] }],
      ...Object.fromEntries(
        uploaded.map(({ id }) => [`PUT /documents/${id}/assign-student`, () => aDocument()]),
      ),
    })
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    await user.upload(
      document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement,
      files('7B.zip'),
    )
    await screen.findByText('3 files uploaded successfully')
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    const shown = within(await panel())
    expect(await shown.findByText('The author named in the file')).toBeDefined()
    expect(shown.getByText('Nobody else fits the initial')).toBeDefined()
    expect(
      shown.getByText(/^1 of 3 documents names its student\. 2 have a suggested student, with the reason\./),
    ).toBeDefined()
    expect(shown.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
      'scan.docx',
      'M Okafor.docx',
      'OFORI, Ben.docx',
    ])
    await userEvent.click(shown.getByRole('button', { name: 'Assign all' }))
    await screen.findByText('3 assigned, 0 failed.')
    expect(
      ['z1', 'z2', 'z3'].map((id) => asked('PUT', `/documents/${id}/assign-student`)[0]?.body ?? null),
    ).toEqual(['ben', 'mia', 'kai'].map((student_id) => ({ student_id, class_group_id: null })))
  })

  test('makes the class of an archive, named after it, with the writers that its files name, for all of it', async () => {
    const made: { first_name: string; last_name: string }[] = []
    const named = ['Maya Patel', 'Leo Fernandes'].map((writer, nth) => ({
      id: `z${nth}`,
      original_filename: `${writer}_18343${nth}_assignsubmission_file_essay.docx`,
    }))
    const uploaded = [...named, { id: 'z2', original_filename: 'homework.docx' }]
    const { asked } = await open({
      'GET /students': () =>
        made.map((student, nth) => aStudent({ ...student, id: `s${nth}`, class_group_ids: ['c1'] })),
      'GET /class-groups': () =>
        made.length > 0 ? [aClassGroup({ id: 'c1', class_name: '10A English' })] : [],
      'POST /class-groups': () => aClassGroup({ id: 'c1', class_name: '10A English' }),
      'POST /students': ({ body }: Call) => {
        made.push(body as (typeof made)[number])
        return aStudent({ id: `s${made.length - 1}` })
      },
      'POST /class-groups/c1/students/s0': () => aClassGroup({ id: 'c1' }),
      'POST /class-groups/c1/students/s1': () => aClassGroup({ id: 'c1' }),
      'POST /documents/batch': () => ({
        batch_id: 'b1',
        total_files: 3,
        status: 'QUEUED',
        document_ids: uploaded.map(({ id }) => id),
        documents: uploaded,
        skipped: [],
      }),
      ...Object.fromEntries(
        uploaded.map(({ id }) => [`PUT /documents/${id}/assign-student`, () => aDocument()]),
      ),
    })
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    await user.upload(
      document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement,
      files('10A English-Limiting car usage-1834361.zip'),
    )
    await screen.findByText('3 files uploaded successfully')
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    const shown = within(await panel())
    expect(shown.getByRole('textbox', { name: 'Names, one a line' })).toHaveProperty(
      'value',
      'Maya Patel\nLeo Fernandes',
    )
    await userEvent.click(shown.getByRole('button', { name: 'Create 10A English with 2 students' }))
    expect(asked('POST', '/class-groups')[0]?.body).toMatchObject({ class_name: '10A English' })
    await userEvent.click(await shown.findByRole('button', { name: 'Assign all' }))
    await screen.findByText('3 assigned, 0 failed.')
    expect(uploaded.map(({ id }) => asked('PUT', `/documents/${id}/assign-student`)[0]?.body)).toEqual([
      { student_id: 's0', class_group_id: 'c1' },
      { student_id: 's1', class_group_id: 'c1' },
      { student_id: null, class_group_id: 'c1' },
    ])
  })

  /** Uploads an archive of a learning platform with an essay of each writer, and waits for the panel. */
  async function uploadArchive(writers: readonly string[], answers: Record<string, Answer>) {
    const uploaded = writers.map((writer, nth) => ({
      id: `z${nth}`,
      original_filename: `${writer}_18343${nth}_assignsubmission_file_essay.docx`,
    }))
    const { asked } = await open({
      'POST /documents/batch': () => ({
        batch_id: 'b1',
        total_files: uploaded.length,
        status: 'QUEUED',
        document_ids: uploaded.map(({ id }) => id),
        documents: uploaded,
        skipped: [],
      }),
      ...answers,
    })
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    await user.upload(
      document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement,
      files('7B-Persuasive essay-48213.zip'),
    )
    await act(() => vi.advanceTimersByTimeAsync(4_000))
    return { shown: within(await panel()), user, asked }
  }

  test.each([
    ['a teacher who has only the sample class', { 'GET /students': () => [] }],
    ['a teacher who has other classes', {}],
  ])('asks %s first for the class of an archive that names people not met yet', async (_teacher, known) => {
    const { shown } = await uploadArchive(['Maya Patel', 'Leo Fernandes'], known)
    expect(await shown.findByRole('button', { name: 'Create 7B with 2 students' })).toBeDefined()
    expect(shown.queryByRole('table')).toBeNull()
    await userEvent.click(shown.getByRole('button', { name: 'Cancel' }))
    expect(shown.getByRole('table')).toBeDefined()
  })

  test('keeps the table for who is left of an archive, once the others were assigned', async () => {
    const { shown, user } = await uploadArchive(['Mia Okafor', 'Leo Fernandes'], {
      'PUT /documents/z0/assign-student': () => aDocument({ id: 'z0' }),
    })
    await user.click(await shown.findByRole('button', { name: /^Assign the/ }))
    await waitFor(() => expect(shown.getAllByRole('row')).toHaveLength(2))
    expect(shown.queryByRole('button', { name: /^Create 7B/ })).toBeNull()
  })

  const lees = {
    'GET /students': () => [
      ...people['GET /students'](),
      aStudent({ id: 'samuel', first_name: 'Samuel', last_name: 'Lee', class_group_ids: ['c1'] }),
    ],
    'PUT /documents/z0/assign-student': () => aDocument({ id: 'z0' }),
  }

  test('asks in the table whether a file means a student who is called almost the same, and assigns nobody before', async () => {
    const { shown, user } = await uploadArchive(['Sam Lee', 'Mia Okafor'], lees)
    const chooser = shown.getByRole('combobox', { name: /^Student for Sam Lee/ })
    expect(chooser).toHaveProperty('value', '')
    expect(shown.getByRole('button', { name: 'Assign all' })).toHaveProperty('disabled', true)
    await user.click(shown.getByRole('button', { name: 'Samuel Lee?' }))
    expect(chooser).toHaveProperty('value', 'Samuel Lee')
    expect(shown.queryByRole('button', { name: 'Samuel Lee?' })).toBeNull()
    expect(shown.getByRole('button', { name: 'Assign all' })).toHaveProperty('disabled', false)
  })

  test('asks before it makes a second student of almost the same name, and takes the first for a yes', async () => {
    const { shown, user, asked } = await uploadArchive(['Sam Lee'], {
      ...lees,
      'POST /class-groups': () => aClassGroup({ id: 'c3', class_name: '7B' }),
      'POST /class-groups/c3/students/samuel': () => aClassGroup({ id: 'c3' }),
    })
    const question = within(
      await shown.findByRole('radiogroup', { name: 'Is Sam Lee one of your students?' }),
    )
    const button = shown.getByRole('button', { name: 'Create 7B with 1 student' })
    expect(button).toHaveProperty('disabled', true)
    await user.click(question.getByRole('radio', { name: 'Yes, Samuel Lee' }))
    await user.click(button)
    await screen.findByText('1 student added to 7B.')
    expect(asked('POST', '/students')).toEqual([])
    expect(shown.getByRole('combobox', { name: /^Student for Sam Lee/ })).toHaveProperty(
      'value',
      'Samuel Lee',
    )
  })

  test('makes a second student of almost the same name if the teacher says that it is somebody else', async () => {
    const { shown, user, asked } = await uploadArchive(['Sam Lee'], {
      ...lees,
      'POST /class-groups': () => aClassGroup({ id: 'c3', class_name: '7B' }),
      'POST /students': () => aStudent({ id: 'sam' }),
      'POST /class-groups/c3/students/sam': () => aClassGroup({ id: 'c3' }),
    })
    await user.click(await shown.findByRole('radio', { name: 'No, somebody else' }))
    await user.click(shown.getByRole('button', { name: 'Create 7B with 1 student' }))
    await screen.findByText('1 student added to 7B.')
    expect(asked('POST', '/students').map(({ body }) => (body as { first_name: string }).first_name)).toEqual(
      ['Sam'],
    )
  })

  test('can be dismissed', async () => {
    await uploadTwo()
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    await userEvent.click(within(await panel()).getByRole('button', { name: 'Not now' }))
    expect(screen.queryByRole('region', { name: 'Assign uploaded documents' })).toBeNull()
  })

  const rowsOf = (shown: HTMLElement) =>
    within(shown)
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent)

  test('has a row for each document; those that failed say why, are not assigned, and leave with the last other', async () => {
    const { asked } = await uploadTwo({
      ...documentsApi(() => [
        aDocument({ original_filename: 'essay.docx' }),
        aDocument({
          id: 'a.txt',
          original_filename: 'a.txt',
          status: 'ERROR',
          status_reason: 'The file is damaged.',
        }),
        aDocument({ id: 'b.txt', original_filename: 'b.txt', status: 'COMPLETED' }),
      ]),
      'PUT /documents/b.txt/assign-student': () => aDocument(),
    })
    await act(() => vi.advanceTimersByTimeAsync(3_500))
    const region = await panel()
    const shown = within(region)
    await eventually(() => expect(rowsOf(region)).toEqual(['b.txt', 'a.txtErrorThe file is damaged.']))
    expect(shown.queryByRole('combobox', { name: 'Student for a.txt' })).toBeNull()
    expect(shown.getByText('1 document has no class or student yet.')).toBeDefined()
    await pick(shown.getByRole('combobox', { name: 'Student for b.txt' }), 'Mia Okafor')
    await userEvent.click(shown.getByRole('button', { name: 'Assign all' }))
    await eventually(() =>
      expect(screen.queryByRole('region', { name: 'Assign uploaded documents' })).toBeNull(),
    )
    expect(asked('PUT', '/documents/a.txt/assign-student')).toEqual([])
  })

  test('assigns nothing if all documents failed', async () => {
    await uploadTwo(
      documentsApi(() => [
        aDocument({ original_filename: 'essay.docx' }),
        aDocument({ id: 'a.txt', original_filename: 'a.txt', status: 'ERROR' }),
        aDocument({ id: 'b.txt', original_filename: 'b.txt', status: 'LIMIT_EXCEEDED' }),
      ]),
    )
    await act(() => vi.advanceTimersByTimeAsync(3_500))
    const region = await panel()
    const shown = within(region)
    await eventually(() => expect(shown.queryAllByRole('combobox', { name: /^Student for/ })).toEqual([]))
    expect(rowsOf(region)).toEqual(['a.txtError', 'b.txtLimit Exceeded'])
    expect(shown.getByRole('button', { name: 'Assign all' })).toHaveProperty('disabled', true)
  })

  test('has a row for each of many documents, those without a name first', async () => {
    const names = [...Array.from({ length: 8 }, (_, n) => `OFORI, Ben ${n}.docx`), 'essay.docx']
    await open({
      'POST /documents/batch': () => ({
        batch_id: 'b1',
        total_files: names.length,
        status: 'QUEUED',
        document_ids: names,
        documents: names.map((name) => ({ id: name, original_filename: name })),
        skipped: [],
      }),
    })
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await userEvent
      .setup({ advanceTimers: vi.advanceTimersByTime })
      .upload(
        document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement,
        files('7B.zip'),
      )
    await screen.findByText('9 files uploaded successfully')
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    const shown = within(await panel())
    await waitFor(() =>
      expect(
        shown
          .getAllByRole('combobox', { name: /^Student for/ })
          .map((field) => [field.getAttribute('aria-label'), (field as HTMLInputElement).value]),
      ).toEqual([
        ['Student for essay.docx', ''],
        ...names.slice(0, -1).map((name) => [`Student for ${name}`, 'Ben Ofori']),
      ]),
    )
  })

  test('says to which class the students were added when all texts have found their own', async () => {
    const made: object[] = []
    const document = { id: 'z0', original_filename: 'Maya Patel_18343_assignsubmission_file_essay.docx' }
    await open({
      'GET /students': () =>
        made.map((student) => aStudent({ ...student, id: 's0', class_group_ids: ['c1'] })),
      'GET /class-groups': async () => {
        if (made.length === 0) return []
        // The students come first, and with them the match.
        await screen.findByText('Found in the file name')
        return [aClassGroup({ id: 'c1', class_name: '7B' })]
      },
      'POST /class-groups': () => aClassGroup({ id: 'c1', class_name: '7B' }),
      'POST /students': ({ body }: Call) => {
        made.push(body as object)
        return aStudent({ id: 's0' })
      },
      'POST /class-groups/c1/students/s0': () => aClassGroup({ id: 'c1' }),
      'POST /documents/batch': () => ({
        batch_id: 'b1',
        total_files: 1,
        status: 'QUEUED',
        document_ids: ['z0'],
        documents: [document],
        skipped: [],
      }),
    })
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    await user.upload(window.document.querySelector('input[type=file]') as HTMLInputElement, files('7B.zip'))
    await act(() => vi.advanceTimersByTimeAsync(4_000))
    await userEvent.click(within(await panel()).getByRole('button', { name: 'Create 7B with 1 student' }))
    expect(await screen.findByText('1 student added to 7B.')).toBeDefined()
  })

  test('adds names from a list to a class: who is known only joins, and who was not added stays in the list', async () => {
    const { asked } = await uploadTwo({
      'POST /students': ({ body }: Call) =>
        (body as { last_name: string }).last_name === 'Reed'
          ? refuse(422, { code: 'invalid', detail: 'The email is wrong.' })
          : aStudent({ id: 'new' }),
      'POST /class-groups/c2/students/ben': () => aClassGroup({ id: 'c2' }),
      'POST /class-groups/c2/students/new': () => aClassGroup({ id: 'c2' }),
    })
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    const shown = within(await panel())
    await userEvent.click(shown.getByRole('button', { name: 'Add students from a list' }))
    await userEvent.type(shown.getByRole('textbox', { name: 'Class' }), 'drama')
    const list = shown.getByRole('textbox', { name: 'Names, one a line' })
    await userEvent.type(list, 'Ofori, Ben\nKai Tanaka\nTom Reed')
    await userEvent.click(shown.getByRole('button', { name: 'Add 3 students to drama' }))
    await screen.findByText('2 students added to drama.')
    expect(asked('POST', '/class-groups')).toEqual([])
    expect(asked('POST', '/students').map(({ body }) => (body as { last_name: string }).last_name)).toEqual([
      'Tanaka',
      'Reed',
    ])
    expect(asked('POST', '/class-groups/c2/students/ben')).toHaveLength(1)
    expect(list).toHaveProperty('value', 'Reed, Tom')
  })

  test('asks for the names of a class if there are neither students nor classes', async () => {
    await uploadTwo({ 'GET /students': () => [], 'GET /class-groups': () => [] })
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    const shown = within(await panel())
    expect(shown.queryByRole('table')).toBeNull()
    const button = shown.getByRole('button', { name: 'Add the students' })
    expect(button).toHaveProperty('disabled', true)
    await userEvent.type(shown.getByRole('textbox', { name: 'Class' }), '7B')
    await userEvent.type(shown.getByRole('textbox', { name: 'Names, one a line' }), 'Ofori, Ben\nZoë')
    expect(shown.getByRole('button', { name: 'Create 7B with 1 student' })).toHaveProperty('disabled', false)
    expect(shown.getByText('1 line has no first and last name: Zoë')).toBeDefined()
  })
})
