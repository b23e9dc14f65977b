import type { WritingStudent, WritingTask } from '@penmark/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Answer, type Call, fakeApi, refuse } from '../../testing/api.ts'
import { aClassGroup } from '../../testing/samples.ts'
import { openScreen } from '../../testing/screen.tsx'
import { ChangeTaskPage, NewTaskPage, TaskListPage, TaskPage } from './tasks.tsx'

const task: WritingTask = {
  id: 'w-1',
  class_group_id: 'g-1',
  class_name: '10 B',
  title: 'The bridge',
  instructions: 'Describe it.',
  due_at: null,
  words_min: 200,
  words_max: 400,
  pasting: 'shown',
  sources: null,
  language: 'en-GB',
  has_pin: true,
  created_at: '2026-11-20T10:00:00.000Z',
  counts: { students: 2, begun: 1, handed_in: 0 },
}
const ida: WritingStudent = {
  id: 'x-1',
  task_id: 'w-1',
  student_id: 's-1',
  student_name: 'Ida Holm',
  state: 'writing',
  link: { created_at: '2026-11-20T10:00:00.000Z', opened_at: '2026-11-20T11:00:00.000Z', revoked_at: null },
  words: 312,
  entries: 900,
  last_written_at: '2026-11-21T10:00:00.000Z',
  handed_in_at: null,
  document_id: null,
}
const nothing = {
  id: null,
  link: null,
  last_written_at: null,
  handed_in_at: null,
  document_id: null,
  words: 0,
  entries: 0,
}
const jon: WritingStudent = {
  ...nothing,
  task_id: 'w-1',
  student_id: 's-2',
  student_name: 'Jon Abel',
  state: 'not-begun',
}

let tasks: WritingTask[]
let students: WritingStudent[]
beforeEach(() => {
  tasks = [task]
  students = [ida, jon]
})

function server(special: Record<string, Answer> = {}) {
  const link = (student_id: string) => {
    const created = { created_at: '2026-11-22T10:00:00.000Z', opened_at: null, revoked_at: null }
    students = students.map((each) =>
      each.student_id === student_id ? { ...each, id: each.id ?? 'x-2', link: created } : each,
    )
    const student_name = students.find((student) => student.student_id === student_id)?.student_name ?? ''
    return { student_id, student_name, url: `https://penmark.example/write#secret-of-${student_id}` }
  }
  return fakeApi({
    'GET /class-groups': () => [aClassGroup({ id: 'g-1', class_name: '10 B', academic_year: null })],
    'GET /writing-tasks': ({ query }: Call) =>
      tasks.filter(({ class_group_id }) => (query.get('class_group_id') ?? 'g-1') === class_group_id),
    'POST /writing-tasks': ({ body }: Call) => ({ ...task, ...(body as object) }),
    'GET /writing-tasks/w-1': () => ({ task, students }),
    'PUT /writing-tasks/w-1': ({ body }: Call) => ({ ...task, ...(body as object) }),
    'DELETE /writing-tasks/w-1': () => ({ id: 'w-1', deleted: true }),
    'POST /writing-tasks/w-1/links': ({ body }: Call) => {
      const { student_ids } = body as { student_ids: string[] | null }
      const chosen =
        student_ids ?? students.filter((student) => student.link === null).map(({ student_id }) => student_id)
      return { links: chosen.map(link) }
    },
    'DELETE /writing-tasks/w-1/links/s-1': () => {
      const revoked = {
        ...ida,
        link: { created_at: task.created_at, opened_at: null, revoked_at: task.created_at },
      }
      students = students.map((each) => (each.student_id === 's-1' ? revoked : each))
      return revoked
    },
    ...special,
  }).calls
}

const routes = [
  { path: '/writing', element: <TaskListPage /> },
  { path: '/writing/new', element: <NewTaskPage /> },
  { path: '/writing/:taskId', element: <TaskPage /> },
  { path: '/writing/:taskId/change', element: <ChangeTaskPage /> },
  { path: '/classes', element: <p>The classes</p> },
]
const open = (at: string) => openScreen({ routes, at })
const bodyOf = (calls: Call[], method: string, path: string) =>
  calls.find((call) => call.method === method && call.path === path)?.body

describe('the list of writing tasks', () => {
  test('explains what a task is and why it helps an honest student, if there is none yet', async () => {
    tasks = []
    server()
    await open('/writing')
    expect(await screen.findByText(/each student writes it here at a private link/)).toBeDefined()
    expect(screen.getByText(/An honest student can then show how a text grew/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Set a writing task' }).getAttribute('href')).toBe('/writing/new')
  })

  test('leads to each task, and shows those of one class on request', async () => {
    server()
    const { router } = await open('/writing')
    expect((await screen.findByRole('link', { name: 'The bridge' })).getAttribute('href')).toBe(
      '/writing/w-1',
    )
    expect(screen.getByText('2 students, 1 begun, 0 handed in')).toBeDefined()
    await userEvent.selectOptions(await screen.findByLabelText('Show tasks of'), '10 B')
    expect(router.state.location.search).toBe('?class=g-1')
    expect(screen.getByRole('link', { name: 'Set a writing task' }).getAttribute('href')).toBe(
      '/writing/new?class=g-1',
    )
  })

  test('counts a class of one in the singular', async () => {
    tasks = [{ ...task, counts: { students: 1, begun: 0, handed_in: 0 } }]
    server()
    await open('/writing')
    expect(await screen.findByText('1 student, 0 begun, 0 handed in')).toBeDefined()
  })

  test('reports a list that cannot be loaded, and can try again', async () => {
    let fails = true
    server({
      'GET /writing-tasks': () => (fails ? refuse(500, { code: 'unexpected', detail: 'Broken.' }) : tasks),
    })
    await open('/writing')
    expect(await screen.findByText('Your writing tasks could not be loaded. Broken.')).toBeDefined()
    fails = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'The bridge' })).toBeDefined()
  })
})

describe('the form', () => {
  test('sets a task with what was entered, and goes to it', async () => {
    const calls = server()
    const { router } = await open('/writing/new?class=g-1')
    await userEvent.type(await screen.findByLabelText(/^Title/), 'The bridge')
    await userEvent.type(screen.getByLabelText('At least (words)'), '200')
    await userEvent.click(screen.getByRole('radio', { name: /^Not allowed/ }))
    await userEvent.type(screen.getByLabelText('PIN for the class'), '2468')
    await userEvent.click(screen.getByRole('button', { name: 'Set the task' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/writing/w-1'))
    expect(bodyOf(calls, 'POST', '/writing-tasks')).toEqual({
      class_group_id: 'g-1',
      title: 'The bridge',
      instructions: '',
      due_at: null,
      words_min: 200,
      words_max: null,
      pasting: 'blocked',
      sources: null,
      language: 'en-GB',
      pin: '2468',
    })
  })

  test('says at each field what is missing or wrong, and sends nothing', async () => {
    const calls = server()
    await open('/writing/new')
    await userEvent.type(await screen.findByLabelText('At least (words)'), '300')
    await userEvent.type(screen.getByLabelText('At most (words)'), '200')
    await userEvent.type(screen.getByLabelText('PIN for the class'), '12')
    await userEvent.click(screen.getByRole('button', { name: 'Set the task' }))
    for (const words of [
      'Choose the class that writes.',
      'Enter a title.',
      'This is fewer than the least number of words.',
      'Enter 4 to 8 digits.',
    ])
      expect(screen.getByText(words)).toBeDefined()
    expect(bodyOf(calls, 'POST', '/writing-tasks')).toBeUndefined()
  })

  test('refuses a due date in the past for a new task, and leaves one that has passed to a task that is changed', async () => {
    const calls = server({
      'GET /writing-tasks/w-1': () => ({ task: { ...task, due_at: '2020-01-15T16:00:00.000Z' }, students }),
    })
    const { router } = await open('/writing/new?class=g-1')
    await userEvent.type(await screen.findByLabelText(/^Title/), 'The bridge')
    fireEvent.change(screen.getByLabelText('Date'), { target: { value: '2020-01-15' } })
    await userEvent.click(screen.getByRole('button', { name: 'Set the task' }))
    expect(
      await screen.findByText('This time has passed. Choose a later one, or leave the date empty.'),
    ).toBeDefined()
    expect(bodyOf(calls, 'POST', '/writing-tasks')).toBeUndefined()
    await router.navigate('/writing/w-1/change')
    await userEvent.click(await screen.findByRole('button', { name: 'Save the changes' }))
    await waitFor(() =>
      expect(bodyOf(calls, 'PUT', '/writing-tasks/w-1')).toHaveProperty('due_at', '2020-01-15T16:00:00.000Z'),
    )
  })

  test('asks for a class first if there is none', async () => {
    server({ 'GET /class-groups': () => [] })
    await open('/writing/new')
    expect((await screen.findByRole('link', { name: 'Go to your classes' })).getAttribute('href')).toBe(
      '/classes',
    )
  })

  test('keeps the PIN of a task that is changed, unless it is removed', async () => {
    const calls = server()
    const { router } = await open('/writing/w-1/change')
    await userEvent.click(await screen.findByRole('button', { name: 'Save the changes' }))
    // The form leaves the screen a moment after the address has changed.
    await screen.findByRole('heading', { name: 'Students' })
    expect(bodyOf(calls, 'PUT', '/writing-tasks/w-1')).not.toHaveProperty('pin')
    await router.navigate('/writing/w-1/change')
    await userEvent.click(await screen.findByLabelText('Remove the PIN'))
    await userEvent.click(screen.getByRole('button', { name: 'Save the changes' }))
    await waitFor(() =>
      expect(calls.filter(({ method }) => method === 'PUT').at(-1)?.body).toHaveProperty('pin', null),
    )
  })
})

describe('a task', () => {
  test('shows its settings and the progress of each student', async () => {
    server()
    await open('/writing/w-1')
    expect(await screen.findByText('200 to 400 words')).toBeDefined()
    const line = within(
      (await screen.findByRole('link', { name: 'Ida Holm' })).closest('tr') ?? document.body,
    )
    expect(screen.getByRole('link', { name: 'Ida Holm' }).getAttribute('href')).toBe(
      '/writing/submissions/x-1',
    )
    for (const words of ['Writing', '312', 'Opened']) expect(line.getByText(words)).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Jon Abel' })).toBeNull()
  })

  test.each([
    ['2026-11-22T16:00:00.000Z', 'Handed in 2 days after the due date'],
    ['2026-11-20T17:30:00.000Z', 'Handed in 1 hour after the due date'],
    ['2026-11-20T16:00:20.000Z', 'Handed in 1 minute after the due date'],
    ['2026-11-20T15:59:59.000Z', null],
  ])('says of a text that was handed in at %s: %s', async (handed_in_at, sentence) => {
    students = [{ ...ida, state: 'handed-in', handed_in_at }]
    server({
      'GET /writing-tasks/w-1': () => ({ task: { ...task, due_at: '2026-11-20T16:00:00.000Z' }, students }),
    })
    await open('/writing/w-1')
    expect(await screen.findByText('Handed in')).toBeDefined()
    expect(screen.queryByText(/after the due date/)?.textContent ?? null).toBe(sentence)
  })

  test('warns that the links of an installation without an address open on this computer only', async () => {
    server({
      'POST /writing-tasks/w-1/links': () => ({
        links: [{ student_id: 's-2', student_name: 'Ben', url: 'http://localhost:3000/write#secret' }],
      }),
    })
    await open('/writing/w-1')
    await userEvent.click(await screen.findByRole('button', { name: 'Create 1 link' }))
    expect(await screen.findByText(/^Links open on this computer only/)).toBeDefined()
  })

  test('creates links for those who have none, and shows them until they are hidden', async () => {
    const calls = server()
    await open('/writing/w-1')
    await userEvent.click(await screen.findByRole('button', { name: 'Create 1 link' }))
    const created = within(await screen.findByRole('region', { name: 'New links' }))
    expect(created.getByText('https://penmark.example/write#secret-of-s-2')).toBeDefined()
    expect(created.getByText(/shown only now/)).toBeDefined()
    expect(created.queryByText(/open on this computer only/)).toBeNull()
    expect(bodyOf(calls, 'POST', '/writing-tasks/w-1/links')).toEqual({ student_ids: null })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Create 1 link' })).toBeNull())
    await userEvent.click(created.getByRole('button', { name: 'Done, hide the links' }))
    expect(screen.queryByText(/secret-of-s-2/)).toBeNull()
  })

  test('asks before it replaces a link, and before it revokes one', async () => {
    server()
    await open('/writing/w-1')
    await userEvent.click(await screen.findByRole('button', { name: 'New link for Ida Holm' }))
    expect(screen.queryByText(/secret-of-s-1/)).toBeNull()
    await userEvent.click(await screen.findByRole('button', { name: 'Create the new link' }))
    expect(await screen.findByText('https://penmark.example/write#secret-of-s-1')).toBeDefined()
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke the link of Ida Holm' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke the link' }))
    expect(await screen.findByText('Revoked')).toBeDefined()
    // The address no longer works, so it is no longer shown.
    expect(screen.queryByText(/secret-of-s-1/)).toBeNull()
  })

  test('prints one slip per student with a code to scan, without the PIN', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
    server()
    await open('/writing/w-1')
    await userEvent.click(await screen.findByRole('button', { name: 'Create 1 link' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Print slips' }))
    await waitFor(() => expect(print).toHaveBeenCalledOnce())
    expect(
      screen.getByText('Scan this code, or enter the address below. It is yours alone: do not share it.'),
    ).toBeDefined()
    expect(screen.getByText('You also need the PIN that your teacher tells you.')).toBeDefined()
    window.dispatchEvent(new Event('afterprint'))
    await waitFor(() => expect(screen.queryByText(/Scan this code/)).toBeNull())
    print.mockRestore()
  })

  test('that was deleted or belongs to another teacher is reported as missing', async () => {
    server({
      'GET /writing-tasks/w-2': () =>
        refuse(404, { code: 'not_found', detail: 'There is no such writing task.' }),
    })
    await open('/writing/w-2')
    expect(await screen.findByRole('heading', { name: 'Writing task not found' })).toBeDefined()
  })

  test('is deleted after a confirmation that says what is lost', async () => {
    const calls = server()
    const { router } = await open('/writing/w-1')
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(await screen.findByText(/All links stop working/)).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Delete the task' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/writing'))
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(true)
  })
})
