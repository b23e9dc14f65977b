import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { type Answer, fakeApi, refuse } from '../../testing/api.ts'
import { aBatch, chooseFiles } from '../../testing/class-screen.tsx'
import { aClassGroup, aDocument, aStudent, aTeacher } from '../../testing/samples.ts'
import { openElement, openScreen } from '../../testing/screen.tsx'
import ClassesPage from './classes.tsx'

const three = () => [
  aClassGroup({ id: 'c2', class_name: 'drama', academic_year: '2026/27', student_ids: ['s1', 's2'] }),
  aClassGroup({ id: 'c1', class_name: 'Year 10 English' }),
  aClassGroup({ id: 'c3', class_name: 'Art' }),
]

async function open(answers: Record<string, Answer> = {}) {
  const api = fakeApi({ 'GET /class-groups': three, 'GET /teachers/me': () => aTeacher(), ...answers })
  const opened = await openElement(<ClassesPage />, '/classes')
  return { ...api, ...opened }
}

const names = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('a')?.textContent)

describe('the list of classes', () => {
  test('lists classes by class_name ascending, each with links to view and edit it', async () => {
    await open()
    await screen.findByText('drama')
    expect(names()).toEqual(['Art', 'drama', 'Year 10 English'])
    expect(screen.getByRole('columnheader', { name: 'Class name' }).getAttribute('aria-sort')).toBe(
      'ascending',
    )
    expect(screen.getByRole('link', { name: 'View drama (2026/27)' }).getAttribute('href')).toBe(
      '/classes/view/c2',
    )
    expect(screen.getByRole('link', { name: 'Edit drama (2026/27)' }).getAttribute('href')).toBe(
      '/classes/view/c2?edit=true',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Students' }))
    expect(names().at(-1) === 'drama' || names()[0] === 'drama').toBe(true)
  })

  test('finds a class by name or year, and clears the search', async () => {
    await open()
    await screen.findByText('drama')
    await userEvent.type(screen.getByRole('searchbox'), '2026')
    expect(names()).toEqual(['drama'])
    await userEvent.type(screen.getByRole('searchbox'), 'x')
    expect(screen.getByText('No classes match.')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Show all classes' }))
    expect(names()).toHaveLength(3)
  })

  test('suggests the next step if there are no classes', async () => {
    await open({ 'GET /class-groups': () => [] })
    expect(
      await screen.findByText(/Create the first one, then add its students and upload their work/),
    ).toBeDefined()
    expect(screen.getAllByRole('button', { name: 'New class' })).toHaveLength(1)
    expect(screen.queryByRole('searchbox')).toBeNull()
  })

  test('creates a class, sends a blank year as null, and continues to adding its students', async () => {
    const { asked, router } = await open({
      'POST /class-groups': () => aClassGroup({ id: 'new', class_name: 'Music' }),
    })
    await screen.findByText('drama')
    await userEvent.click(screen.getByRole('button', { name: 'New class' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create a class' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Create class' }))
    expect(await dialog.findByText('Class name is required.')).toBeDefined()
    expect(asked('POST', '/class-groups')).toHaveLength(0)
    await userEvent.type(dialog.getByRole('textbox', { name: /Class name/ }), '  Music ')
    await userEvent.type(dialog.getByRole('textbox', { name: /Academic year/ }), '  ')
    await userEvent.click(dialog.getByRole('button', { name: 'Create class' }))
    await waitFor(() =>
      expect(router.state.location.pathname + router.state.location.search).toBe(
        '/classes/view/new?edit=true',
      ),
    )
    expect(asked('POST', '/class-groups').map(({ body }) => body)).toEqual([
      { class_name: 'Music', academic_year: null },
    ])
  })

  test('takes the ZIP of a whole class, and goes on where the class is made of it', async () => {
    const { router } = await open({ 'POST /documents/batch': aBatch })
    await userEvent.click(await screen.findByRole('button', { name: 'Upload a whole class' }))
    const section = within(await screen.findByRole('region', { name: 'Upload a whole class' }))
    await section.findByText(/Penmark creates the class and finds who wrote which text/)
    await chooseFiles(userEvent.upload, '7B.zip')
    await waitFor(() => expect(router.state.location.pathname).toBe('/documents'))
    expect(router.state.location.state).toMatchObject({
      uploaded: [
        { id: 'z1', archive: '7B.zip' },
        { id: 'z2', archive: '7B.zip' },
      ],
    })
  })

  test('stays until a teacher has read that the words did not reach for the whole class', async () => {
    const { router } = await open({
      'POST /documents/upload': ({ body }) => {
        const { name } = (body as FormData).get('file') as File
        return name === 'b.txt'
          ? refuse(429, { code: 'allowance_exceeded', detail: '3 words left.' })
          : aDocument({ id: name, original_filename: name })
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Upload a whole class' }))
    await screen.findByText(/Penmark creates the class/)
    await chooseFiles(userEvent.upload, 'a.txt', 'b.txt')
    const dialog = within(await screen.findByRole('dialog', { name: 'Upload Limit Exceeded' }))
    expect(router.state.location.pathname).toBe('/classes')
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/documents'))
  })

  test('makes a class of pasted names in one go', async () => {
    const { asked, router } = await open({
      'POST /class-groups': () => aClassGroup({ id: 'new', class_name: 'Music' }),
      'POST /students': ({ body }) => aStudent({ ...(body as object), id: 'maya' }),
      'POST /class-groups/new/students/maya': () => aClassGroup({ id: 'new' }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Upload a whole class' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Paste a list of names' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Class' }), 'Music')
    await userEvent.type(screen.getByRole('textbox', { name: 'Names, one a line' }), 'Patel, Maya')
    await userEvent.click(screen.getByRole('button', { name: 'Create Music with 1 student' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/classes/view/new'))
    expect(asked('POST', '/students').map(({ body }) => body)).toMatchObject([
      { first_name: 'Maya', last_name: 'Patel' },
    ])
  })

  test('says why a class was not created, and keeps the input', async () => {
    await open({
      'POST /class-groups': () => refuse(409, { code: 'conflict', detail: 'You have it already.' }),
    })
    await screen.findByText('drama')
    await userEvent.click(screen.getByRole('button', { name: 'New class' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByRole('textbox', { name: /Class name/ }), 'Art')
    await userEvent.click(dialog.getByRole('button', { name: 'Create class' }))
    expect(await dialog.findByText('The class was not created. You have it already.')).toBeDefined()
    expect(dialog.getByRole('textbox', { name: /Class name/ })).toHaveProperty('value', 'Art')
  })

  async function deleteArt(answer: Answer) {
    let left = three()
    const api = await open({
      'GET /class-groups': () => left,
      'DELETE /class-groups/c3': (call) => {
        left = left.filter(({ id }) => id !== 'c3')
        return answer(call)
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Art' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this class?' }))
    expect(dialog.getByText(/Its students and documents are kept/)).toBeDefined()
    expect(api.asked('DELETE', '/class-groups/c3')).toHaveLength(0)
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    return api
  }

  test('deletes a class after confirmation', async () => {
    await deleteArt(() => ({ id: 'c3', deleted: true }))
    expect(await screen.findByText('Class deleted successfully!')).toBeDefined()
    await waitFor(() => expect(names()).toEqual(['drama', 'Year 10 English']))
  })

  test('treats a class that no longer exists as deleted', async () => {
    await deleteArt(() => refuse(404, { code: 'not_found', detail: 'There is no such class.' }))
    expect(await screen.findByText('Class deleted successfully!')).toBeDefined()
  })

  test('says why the list could not be loaded', async () => {
    await open({ 'GET /class-groups': () => refuse(500, { code: 'unexpected', detail: 'Try later.' }) })
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch classes. Try later.')
  })

  test('tells visitors that a login is required to view classes', async () => {
    fakeApi({})
    await openScreen({
      routes: [{ path: '*', element: <ClassesPage /> }],
      at: '/classes',
      status: 'unauthenticated',
    })
    expect(screen.getByText('Please log in to view classes.')).toBeDefined()
  })
})
