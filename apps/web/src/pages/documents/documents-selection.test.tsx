import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { type Answer, documentsApi, fakeApi, refuse } from '../../testing/api.ts'
import { aDocument, aStudent, aTeacher } from '../../testing/samples.ts'
import { openElement } from '../../testing/screen.tsx'
import DocumentsPage from './documents.tsx'

const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt']
const four = () =>
  names.map((original_filename, index) =>
    aDocument({
      id: original_filename.slice(0, 1),
      original_filename,
      status: index === 1 ? 'ERROR' : 'COMPLETED',
      upload_timestamp: `2026-11-${20 - index}T10:00:00.000Z`,
    }),
  )

async function open(answers: Record<string, Answer> = {}) {
  const api = fakeApi({
    ...documentsApi(four),
    'GET /teachers/me': () => aTeacher(),
    'GET /students': () => [aStudent()],
    'GET /class-groups': () => [],
    ...answers,
  })
  await openElement(<DocumentsPage />)
  await screen.findByText('a.txt')
  return api
}

const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` })
const selected = () => names.filter((name) => (box(name) as HTMLInputElement).checked)
const rowOf = (name: string) => box(name).closest('tr') as HTMLTableRowElement
const bar = () => screen.getByRole('toolbar', { name: 'Selected rows' })

describe('selecting documents', () => {
  test('toggles by clicking the checkbox or the row, and shows the count', async () => {
    await open()
    expect(screen.queryByRole('toolbar')).toBeNull()
    await userEvent.click(box('a.txt'))
    expect(within(bar()).getByText('1 selected')).toBeDefined()
    await userEvent.click(within(rowOf('c.txt')).getByText('Completed'))
    expect(selected()).toEqual(['a.txt', 'c.txt'])
    expect(within(bar()).getByText('2 selected')).toBeDefined()
    expect(screen.getAllByRole('status').some(({ textContent }) => textContent === '2 selected')).toBe(true)
    await userEvent.click(box('a.txt'))
    await userEvent.click(box('c.txt'))
    expect(screen.queryByRole('toolbar')).toBeNull()
  })

  test('does not toggle when a link or button in the row is clicked', async () => {
    await open()
    await userEvent.click(within(rowOf('a.txt')).getByRole('button', { name: 'Delete a.txt' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('toolbar')).toBeNull()
  })

  test('selects a range with Shift, in the displayed order', async () => {
    await open()
    const user = userEvent.setup()
    await user.click(box('b.txt'))
    await user.keyboard('{Shift>}')
    await user.click(box('d.txt'))
    await user.keyboard('{/Shift}')
    expect(selected()).toEqual(['b.txt', 'c.txt', 'd.txt'])
  })

  test('previews the range while Shift is held over a row', async () => {
    await open()
    await userEvent.click(box('a.txt'))
    const previewed = () => names.filter((name) => rowOf(name).dataset.preview)
    fireEvent.mouseMove(rowOf('c.txt'), { shiftKey: false })
    expect(previewed()).toEqual([])
    fireEvent.keyDown(document.body, { key: 'Shift' })
    expect(previewed()).toEqual(['a.txt', 'b.txt', 'c.txt'])
    fireEvent.mouseMove(rowOf('b.txt'), { shiftKey: true })
    expect(previewed()).toEqual(['a.txt', 'b.txt'])
    fireEvent.keyUp(document.body, { key: 'Shift' })
    expect(previewed()).toEqual([])
    expect(selected()).toEqual(['a.txt'])
  })

  test('selects everything with Ctrl or Cmd + A and nothing with Esc', async () => {
    await open()
    fireEvent.keyDown(document.body, { key: 'a', ctrlKey: true })
    expect(selected()).toEqual(names)
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(selected()).toEqual([])
    fireEvent.keyDown(box('b.txt'), { key: 'a', metaKey: true })
    expect(selected()).toEqual(names)
  })

  const long = () =>
    Array.from({ length: 430 }, (_, index) =>
      aDocument({ id: `n${index}`, original_filename: index === 0 ? 'a.txt' : `${index}.txt` }),
    )

  test('selects everything that matches the filter, including rows not loaded yet, and shows the count', async () => {
    await open(documentsApi(long))
    expect(screen.getByText('430 documents')).toBeDefined()
    fireEvent.keyDown(document.body, { key: 'a', ctrlKey: true })
    expect(await within(bar()).findByText('430 selected')).toBeDefined()
    await userEvent.click(box('a.txt'))
    expect(within(bar()).getByText('429 selected')).toBeDefined()
  })

  test('says that the rest of a long list could not be loaded, and what is selected instead', async () => {
    const api = documentsApi(long)
    await open({
      ...api,
      'GET /documents': (call) =>
        call.query.get('before') === null
          ? api['GET /documents'](call)
          : refuse(503, { code: 'busy', detail: 'Later.' }),
    })
    fireEvent.keyDown(document.body, { key: 'a', ctrlKey: true })
    expect(
      await screen.findByText(
        'The rest of the list could not be loaded. Only the documents loaded so far are selected.',
      ),
    ).toBeDefined()
    expect(within(bar()).getByText('60 of 430 selected: all rows loaded so far')).toBeDefined()
  })

  test('ignores keys pressed in fields and dialogs', async () => {
    await open()
    await userEvent.click(box('a.txt'))
    fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'a', ctrlKey: true })
    fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Escape' })
    await userEvent.click(screen.getByRole('button', { name: 'Paste Text' }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.keyDown(dialog, { key: 'a', ctrlKey: true })
    fireEvent.keyDown(document.body, { key: 'a', ctrlKey: true })
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(selected()).toEqual(['a.txt'])
  })

  test('works by keyboard: Space, arrows, Shift + Space, and the header checkbox', async () => {
    await open()
    const user = userEvent.setup()
    box('a.txt').focus()
    await user.keyboard(' ')
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(document.activeElement).toBe(box('c.txt'))
    await user.keyboard('{Shift>} {/Shift}')
    expect(selected()).toEqual(['a.txt', 'b.txt', 'c.txt'])
    const all = screen.getByRole('checkbox', { name: 'Select all' }) as HTMLInputElement
    expect(all.indeterminate).toBe(true)
    await user.click(all)
    expect(selected()).toEqual(names)
    await user.click(all)
    expect(selected()).toEqual([])
  })

  test('deselects rows that the filter hides', async () => {
    const { asked } = await open({ 'DELETE /documents/c': () => ({ id: 'c', deleted: true }) })
    await userEvent.click(box('a.txt'))
    await userEvent.click(box('c.txt'))
    await userEvent.type(screen.getByRole('searchbox'), 'c.txt')
    expect(await within(bar()).findByText('1 selected')).toBeDefined()
    await userEvent.click(within(bar()).getByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete this document?' })
    expect(within(dialog).getByText('c.txt')).toBeDefined()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await screen.findByText('Document deleted successfully!')
    expect(asked('DELETE', '/documents/c')).toHaveLength(1)
    expect(asked('DELETE', '/documents/a')).toHaveLength(0)
  })
})

describe('actions on several documents', () => {
  test('delete them after confirmation, and say how many', async () => {
    const { asked } = await open({
      'DELETE /documents/a': () => ({ id: 'a', deleted: true }),
      'DELETE /documents/b': () => refuse(503, { code: 'busy', detail: 'Later.' }),
    })
    await userEvent.click(box('a.txt'))
    await userEvent.click(box('b.txt'))
    await userEvent.click(within(bar()).getByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete 2 documents?' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('1 deleted, 1 failed.')).toBeDefined()
    expect(asked('DELETE', '/documents/a')).toHaveLength(1)
    expect(screen.queryByRole('toolbar')).toBeNull()
  })

  test('delete documents that exceeded the allowance', async () => {
    const { asked } = await open({
      ...documentsApi(() =>
        four().map((document) =>
          document.id === 'b' ? { ...document, status: 'LIMIT_EXCEEDED' as const } : document,
        ),
      ),
      'DELETE /documents/a': () => ({ id: 'a', deleted: true }),
      'DELETE /documents/b': () => ({ id: 'b', deleted: true }),
    })
    await userEvent.click(box('a.txt'))
    await userEvent.click(box('b.txt'))
    await userEvent.click(within(bar()).getByRole('button', { name: 'Delete' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('2 deleted, 0 failed.')).toBeDefined()
    expect(asked('DELETE', '/documents/b')).toHaveLength(1)
  })

  test('offer reprocessing only if some are not completed, and skip the completed ones', async () => {
    const { asked } = await open({
      'POST /documents/b/reprocess': () => aDocument({ id: 'b', status: 'QUEUED' }),
    })
    await userEvent.click(box('a.txt'))
    expect(within(bar()).getByRole('button', { name: 'Reprocess' })).toHaveProperty('disabled', true)
    await userEvent.click(box('b.txt'))
    await userEvent.click(within(bar()).getByRole('button', { name: 'Reprocess' }))
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reprocess' }),
    )
    expect(await screen.findByText('Document reprocessing started successfully!')).toBeDefined()
    expect(asked('POST', '/documents/b/reprocess')).toHaveLength(1)
  })

  test('say so if all selected documents are already in progress', async () => {
    await open(documentsApi(() => four().map((document) => ({ ...document, status: 'QUEUED' as const }))))
    await userEvent.click(box('a.txt'))
    await userEvent.click(within(bar()).getByRole('button', { name: 'Reprocess' }))
    expect(await screen.findByText(/Nothing was reprocessed/)).toBeDefined()
  })

  async function assignBoth(answers: Record<string, Answer>) {
    const api = await open(answers)
    await userEvent.click(box('a.txt'))
    await userEvent.click(box('b.txt'))
    await userEvent.click(within(bar()).getByRole('button', { name: 'Assign' }))
    const dialog = await screen.findByRole('dialog', { name: 'Assign the selected documents' })
    const assign = within(dialog).getByRole('button', { name: 'Assign' })
    await userEvent.click(assign)
    expect(within(dialog).getByText('Please select a student for student-only assignment.')).toBeDefined()
    await userEvent.click(within(dialog).getByRole('combobox', { name: 'Student' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Ben Ofori' }))
    await userEvent.click(assign)
    return api
  }

  test('assign them to one student, sending only the student', async () => {
    const { asked } = await assignBoth({
      'PUT /documents/a/assign-student': () => aDocument({ id: 'a' }),
      'PUT /documents/b/assign-student': () =>
        refuse(422, { code: 'invalid_input', detail: 'Not in that class.' }),
    })
    expect(await screen.findByText('1 assigned, 1 failed.')).toBeDefined()
    expect(asked('PUT', '/documents/a/assign-student').map(({ body }) => body)).toEqual([
      { student_id: 's1' },
    ])
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
  })

  test('assign each document to its own student, suggesting students by file name', async () => {
    const put = {
      'PUT /documents/b/assign-student': () => aDocument(),
      'PUT /documents/c/assign-student': () => aDocument(),
    }
    const named = () => [
      aDocument({ id: 'a', original_filename: 'a.txt' }),
      aDocument({ id: 'b', original_filename: 'OFORI Ben.txt' }),
      aDocument({ id: 'c', original_filename: 'mia_okafor.txt' }),
    ]
    const mia = aStudent({ id: 'mia', first_name: 'Mia', last_name: 'Okafor' })
    const { asked } = await open({ ...documentsApi(named), 'GET /students': () => [aStudent(), mia], ...put })
    await userEvent.keyboard('{Control>}a{/Control}')
    await userEvent.click(within(bar()).getByRole('button', { name: 'Assign' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Assign the selected documents' }))
    expect(dialog.getByRole('radio', { name: 'A student for each document' })).toHaveProperty('checked', true)
    const chooser = (name: string) => dialog.getByRole('combobox', { name: `Student for ${name}` })
    expect(
      ['a.txt', 'OFORI Ben.txt', 'mia_okafor.txt'].map((name) => (chooser(name) as HTMLInputElement).value),
    ).toEqual(['', 'Ben Ofori', 'Mia Okafor'])
    await userEvent.click(chooser('OFORI Ben.txt'))
    await userEvent.click(await screen.findByRole('option', { name: 'Mia Okafor' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Assign' }))
    expect(await screen.findByText('2 assigned, 0 failed.')).toBeDefined()
    expect(
      ['a', 'b', 'c'].map((id) => asked('PUT', `/documents/${id}/assign-student`).map(({ body }) => body)),
    ).toEqual([[], [{ student_id: 'mia' }], [{ student_id: 'mia' }]])
  })

  test('say so if all assignments failed, and keep the selection', async () => {
    const no = () => refuse(404, { code: 'not_found', detail: 'No such student.' })
    await assignBoth({ 'PUT /documents/a/assign-student': no, 'PUT /documents/b/assign-student': no })
    expect(await screen.findByText('No assignments were made.')).toBeDefined()
    expect(selected()).toEqual(['a.txt', 'b.txt'])
  })
})
