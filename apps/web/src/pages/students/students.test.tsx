import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { RouteObject } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { type Answer, fakeApi, refuse } from '../../testing/api.ts'
import { aClassGroup, aStudent, aTeacher } from '../../testing/samples.ts'
import { openScreen } from '../../testing/screen.tsx'
import StudentsPage from './students.tsx'

const ben = aStudent({
  id: 'ben',
  email: 'ben@school.example',
  external_student_id: 'x-1',
  class_group_ids: ['c1', 'c2'],
})
const mia = aStudent({
  id: 'mia',
  first_name: 'Mia',
  last_name: 'Okafor',
  created_at: '2026-10-02T10:00:00.000Z',
})
const groups = [
  aClassGroup({ id: 'c1' }),
  aClassGroup({ id: 'c2', class_name: 'Drama', academic_year: '2026/27' }),
]

interface At {
  path?: string
  state?: unknown
}

async function open(answers: Record<string, Answer> = {}, { path = '/students', state }: At = {}) {
  const api = fakeApi({
    'GET /teachers/me': () => aTeacher(),
    'GET /students': () => [ben, mia],
    'GET /students/count': () => ({ total: 2 }),
    'GET /students/ben': () => ben,
    'GET /class-groups': () => groups,
    'GET /documents/count': () => ({ total: 3 }),
    ...answers,
  })
  const routes: RouteObject[] = [
    { path: '/students', element: <StudentsPage /> },
    { path: '*', element: <p>Elsewhere</p> },
  ]
  const opened = await openScreen({ routes, at: path })
  if (state !== undefined) await opened.router.navigate(path, { state })
  return { ...api, ...opened }
}

const locationOf = ({ router }: Awaited<ReturnType<typeof open>>) =>
  router.state.location.pathname + router.state.location.search

describe('the list of students', () => {
  test("uses the specification's columns and buttons, newest first, sortable by the first three columns and the date", async () => {
    const { asked } = await open()
    await screen.findByText('Okafor')
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'First name',
      'Last name',
      'Email',
      'External ID',
      'Classes',
      'Created on',
      'Actions',
    ])
    expect(screen.getByRole('columnheader', { name: 'Created on' }).getAttribute('aria-sort')).toBe(
      'descending',
    )
    expect(Object.fromEntries(asked('GET', '/students')[0]?.query ?? [])).toMatchObject({
      sort: 'created_at',
      order: 'desc',
    })
    for (const name of ['External ID', 'Classes', 'Actions']) {
      expect(within(screen.getByRole('columnheader', { name })).queryByRole('button')).toBeNull()
    }
    const row = within(screen.getAllByRole('row')[1] as HTMLElement)
    expect(row.getByText('Year 10 English, Drama (2026/27)')).toBeDefined()
    expect(row.getByRole('link', { name: 'View Ben Ofori' }).getAttribute('href')).toBe(
      '/students/view/ben?from=students',
    )
    expect(row.getByRole('button', { name: 'Edit Ben Ofori' })).toBeDefined()
    expect(row.getByRole('button', { name: 'Delete Ben Ofori' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Refresh' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Add student' }).getAttribute('href')).toBe('/students?add=true')
    expect(screen.getByRole('link', { name: 'Bulk upload' }).getAttribute('href')).toBe('/bulk-upload')
    expect(screen.getByText('2 students')).toBeDefined()
  })

  test('sorts and searches on the server, after a pause in typing', async () => {
    const { asked } = await open({
      'GET /students/count': ({ query }) => ({ total: query.get('search') ? 0 : 2 }),
      'GET /students': ({ query }) => (query.get('search') ? [] : [ben, mia]),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Last name' }))
    await waitFor(() => expect(asked('GET', '/students').at(-1)?.query.get('sort')).toBe('last_name'))
    await userEvent.type(screen.getByRole('searchbox'), 'okafor')
    await screen.findByText('No students match.')
    expect(
      asked('GET', '/students')
        .filter(({ query }) => query.has('search'))
        .map(({ query }) => query.get('search')),
    ).toEqual(['okafor'])
    await userEvent.click(screen.getByRole('button', { name: 'Show all students' }))
    await screen.findByText('Okafor')
  })

  test('suggests the first step if there are no students, and says why the list could not be loaded', async () => {
    let broken = true
    await open({
      'GET /students': () => (broken ? refuse(500, { code: 'unexpected', detail: 'Try later.' }) : []),
      'GET /students/count': () => ({ total: 0 }),
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch students. Try later.')
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(
      await screen.findByText('You have no students yet. Add one, or upload a whole list.'),
    ).toBeDefined()
  })

  test('shows a message passed on by another screen once', async () => {
    const opened = await open({}, { state: { successMessage: 'Moved to 7B.' } })
    expect(await screen.findByText('Moved to 7B.')).toBeDefined()
    await waitFor(() => expect(opened.router.state.location.state).toEqual({}))
  })
})

describe('deleting a student', () => {
  async function remove(answers: Record<string, Answer>) {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('reduce'),
      media: query,
      addEventListener() {},
      removeEventListener() {},
    }))
    const opened = await open(answers)
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Ben Ofori' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this student?' }))
    await dialog.findByText(/They are removed from 2 classes. Their 3 documents are kept, without a student./)
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    return opened
  }
  const orderOf = ({ calls }: Awaited<ReturnType<typeof open>>) =>
    calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)

  test('asks for confirmation, removes the student from all classes (404 counts as removed), then deletes them', async () => {
    const opened = await remove({
      'DELETE /class-groups/c1/students/ben': () => groups[0],
      'DELETE /class-groups/c2/students/ben': () =>
        refuse(404, { code: 'not_found', detail: 'There is no such class.' }),
      'DELETE /students/ben': () => ({ id: 'ben', deleted: true }),
    })
    expect(await screen.findByText('Student deleted successfully!')).toBeDefined()
    expect(orderOf(opened)).toEqual([
      '/class-groups/c1/students/ben',
      '/class-groups/c2/students/ben',
      '/students/ben',
    ])
  })

  test('takes the row away once the student is deleted', async () => {
    let isDeleted = false
    await remove({
      // The list that is asked for afterwards never comes.
      'GET /students': () => (isDeleted ? new Promise(() => {}) : [ben, mia]),
      'DELETE /class-groups/c1/students/ben': () => groups[0],
      'DELETE /class-groups/c2/students/ben': () => groups[1],
      'DELETE /students/ben': () => {
        isDeleted = true
        return { id: 'ben', deleted: true }
      },
    })
    await waitFor(() => expect(screen.queryByText('Ofori')).toBeNull())
    expect(screen.getByText('Okafor')).toBeDefined()
  })

  test('stops if the student cannot be removed from a class, with a message', async () => {
    const opened = await remove({
      'DELETE /class-groups/c1/students/ben': () => refuse(503, { code: 'busy', detail: 'Come back.' }),
    })
    expect(
      await screen.findByText('Failed to delete student: Failed to remove student from class. Come back.'),
    ).toBeDefined()
    expect(orderOf(opened)).toEqual(['/class-groups/c1/students/ben'])
  })

  test("shows the server's message, or else its status", async () => {
    await remove({
      'DELETE /class-groups/c1/students/ben': () => groups[0],
      'DELETE /class-groups/c2/students/ben': () => groups[1],
      'DELETE /students/ben': () => refuse(500, {}),
    })
    expect(await screen.findByText('Failed to delete student: HTTP 500')).toBeDefined()
  })

  test('shows a general message if the reason is unknown', async () => {
    const opened = await remove({
      'DELETE /class-groups/c1/students/ben': () => groups[0],
      'DELETE /class-groups/c2/students/ben': () => {
        const broken = { ok: true, status: 200, text: () => Promise.reject(new TypeError('terminated')) }
        vi.stubGlobal('fetch', async () => broken)
        return groups[1]
      },
    })
    expect(await screen.findByText('An unexpected error occurred. Try again.')).toBeDefined()
    expect(orderOf(opened)).toHaveLength(2)
  })
})

describe('the form for a student', () => {
  const fill = async (label: RegExp, value: string) => {
    const field = await screen.findByRole('textbox', { name: label })
    await userEvent.clear(field)
    if (value) await userEvent.type(field, value)
  }

  test('requires both names and a valid email address', async () => {
    const { asked } = await open({}, { path: '/students?add=true' })
    await fill(/^Email/, 'nobody')
    await userEvent.click(await screen.findByRole('button', { name: 'Add student' }))
    expect(await screen.findByText('First name is required')).toBeDefined()
    expect(screen.getByText('Last name is required')).toBeDefined()
    expect(screen.getByText('Enter a valid email address.')).toBeDefined()
    expect(screen.getByRole('textbox', { name: /^Email/ }).getAttribute('type')).toBe('email')
    expect(asked('POST', '/students')).toHaveLength(0)
  })

  test('adds a student to a class created on the way, sending null for empty fields', async () => {
    const opened = await open(
      {
        'POST /students': () => aStudent({ id: 'new' }),
        'POST /class-groups': () => aClassGroup({ id: 'c3', class_name: 'Set 2', academic_year: '2026/27' }),
        'POST /class-groups/c3/students/new': () => groups[0],
      },
      { path: '/students?add=true' },
    )
    await fill(/^First name/, ' Ida ')
    await fill(/^Last name/, 'Holm')
    await userEvent.click(screen.getByRole('combobox', { name: 'Class' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Create a new class…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create a new class' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Create class' }))
    expect(dialog.getByText('Class name is required.')).toBeDefined()
    expect(dialog.getByText('Academic year is required')).toBeDefined()
    const [name, year] = [/^Class name/, /^Academic year/].map((of) =>
      dialog.getByRole('textbox', { name: of }),
    )
    if (!name || !year) throw new Error('A field is missing.')
    await userEvent.type(name, 'Set 2')
    await userEvent.click(dialog.getByRole('button', { name: 'Create class' }))
    await userEvent.clear(name)
    await userEvent.type(year, '2026/27')
    await userEvent.click(dialog.getByRole('button', { name: 'Create class' }))
    expect(opened.asked('POST', '/class-groups')).toEqual([])
    await userEvent.type(name, 'Set 2')
    await userEvent.click(dialog.getByRole('button', { name: 'Create class' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await fill(/^Year group/, ' Year 10 ')
    for (const field of [/^Email/, /^External ID/, /^Descriptor/])
      expect(screen.getByRole('textbox', { name: field })).toHaveProperty('value', '')
    await userEvent.click(screen.getByRole('button', { name: 'Add student' }))
    expect(await screen.findByText('Student added.')).toBeDefined()
    expect(opened.asked('POST', '/students')[0]?.body).toEqual({
      first_name: 'Ida',
      last_name: 'Holm',
      email: null,
      external_student_id: null,
      year_group: 'Year 10',
      descriptor: null,
      teacher_id: 't1',
    })
    expect(opened.asked('POST', '/class-groups/c3/students/new')).toHaveLength(1)
    await waitFor(() => expect(locationOf(opened)).toBe('/students'))
  })

  test('shows an error at its field', async () => {
    let answer = refuse(409, {
      code: 'conflict',
      detail: 'You have a student with this external ID already.',
    })
    const { asked } = await open({ 'POST /students': () => answer }, { path: '/students?add=true' })
    await fill(/^First name/, 'Ida')
    await fill(/^Last name/, 'Holm')
    await fill(/^External ID/, 'x-1')
    await userEvent.click(screen.getByRole('button', { name: 'Add student' }))
    await screen.findByText('You have a student with this external ID already.')
    expect(screen.getByRole('textbox', { name: /^External ID/ }).getAttribute('aria-invalid')).toBe('true')
    answer = refuse(422, {
      code: 'invalid_input',
      detail: [{ loc: ['descriptor'], msg: 'Shorter, please.' }],
    })
    await userEvent.click(screen.getByRole('button', { name: 'Add student' }))
    await screen.findByText('Shorter, please.')
    answer = refuse(503, { code: 'busy', detail: 'Come back.' })
    await userEvent.click(screen.getByRole('button', { name: 'Add student' }))
    await screen.findByText('The student was not saved. Come back.')
    expect(asked('POST', '/students')).toHaveLength(3)
  })

  test('opens from a row, and returns to the list', async () => {
    const opened = await open({ 'PUT /students/ben': () => ben })
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Ben Ofori' }))
    expect(await screen.findByRole('heading', { name: 'Edit student' })).toBeDefined()
    expect(locationOf(opened)).toBe('/students?edit=true')
    await fill(/^Descriptor/, 'Sits by the window')
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Student saved.')).toBeDefined()
    expect(opened.asked('PUT', '/students/ben')[0]?.body).toMatchObject({
      descriptor: 'Sits by the window',
      email: 'ben@school.example',
    })
    await waitFor(() => expect(locationOf(opened)).toBe('/students'))
  })

  test.each<[string, At, string]>([
    [
      'the router’s state',
      { state: { studentToEdit: ben, returnTo: 'class', classId: 'c1' } },
      '/classes/view/c1',
    ],
    ['the query', { path: '/students?edit=true&studentId=ben&from=class&classId=c2' }, '/classes/view/c2'],
  ])('leads back to the class that %s names', async (_name, at, back) => {
    const opened = await open({ 'PUT /students/ben': () => ben }, at)
    await userEvent.click(await screen.findByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(locationOf(opened)).toBe(back))
  })

  test('changes the classes of an existing student at once', async () => {
    const { asked } = await open(
      {
        'GET /students/ben': () => ({ ...ben, class_group_ids: ['c1'] }),
        'DELETE /class-groups/c1/students/ben': () => refuse(404, { code: 'not_found', detail: 'Gone.' }),
        'POST /class-groups/c2/students/ben': () => groups[1],
        'POST /class-groups': () => aClassGroup({ id: 'c3' }),
        'POST /class-groups/c3/students/ben': () => refuse(503, { code: 'busy', detail: 'Come back.' }),
      },
      { state: { studentToEdit: ben } },
    )
    const card = within(await screen.findByRole('group', { name: 'Class assignments' }))
    await userEvent.click(await card.findByRole('button', { name: 'Remove from Year 10 English' }))
    expect(await screen.findByText('Student removed from class successfully!')).toBeDefined()
    await userEvent.click(card.getByRole('combobox', { name: 'Class' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Drama (2026/27)' }))
    await userEvent.click(card.getByRole('button', { name: 'Assign to the selected class' }))
    expect(await screen.findByText('Student added to class successfully!')).toBeDefined()
    await userEvent.click(card.getByRole('button', { name: 'Create a new class and assign' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create a new class' }))
    await userEvent.type(dialog.getByRole('textbox', { name: /^Class name/ }), 'Set 2')
    await userEvent.type(dialog.getByRole('textbox', { name: /^Academic year/ }), '2026/27')
    await userEvent.click(dialog.getByRole('button', { name: 'Create and assign' }))
    expect(await screen.findByText('Failed to add student to class. Come back.')).toBeDefined()
    expect(asked('POST', '/class-groups')[0]?.body).toEqual({ class_name: 'Set 2', academic_year: '2026/27' })
  })

  test('says if there is no such student', async () => {
    await open(
      { 'GET /students/gone': () => refuse(404, { code: 'not_found', detail: 'There is no such student.' }) },
      { path: '/students?edit=true&studentId=gone' },
    )
    expect(await screen.findByRole('heading', { name: 'Student not found' })).toBeDefined()
  })
})
