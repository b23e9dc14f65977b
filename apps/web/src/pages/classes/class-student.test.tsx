import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type Answer, refuse } from '../../testing/api.ts'
import { aBatch, ben, chooseFiles, classDocuments, openClassScreen } from '../../testing/class-screen.tsx'
import { aClassGroup, aDocument } from '../../testing/samples.ts'
import ClassStudentPage from './class-student.tsx'

const ofBen = () => classDocuments().slice(0, 2)

const open = (answers: Record<string, Answer> = {}, at = '/classes/c1/students/ben') =>
  openClassScreen('/classes/:classId/students/:studentId', <ClassStudentPage />, at, {
    'GET /documents': ofBen,
    ...answers,
  })

beforeEach(() => localStorage.clear())

test('names the student, then the class with its year, and links back to the class', async () => {
  await open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Ben Ofori' })).toBeDefined()
  const [back] = screen.getAllByRole('link', { name: 'Year 10 English (2026/27)' })
  expect(back?.getAttribute('href')).toBe('/classes/view/c1')
  expect(screen.getByText('Year 10 English (2026/27)', { selector: 'p' })).toBeDefined()
})

test("shows the student's details, with the description if there is one", async () => {
  await open({ 'GET /students/ben': () => ({ ...ben, descriptor: 'Reads aloud' }) })
  const card = within(await screen.findByRole('region', { name: 'Student information' }))
  const rows = card
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent])
  expect(rows).toEqual([
    ['First name', 'Ben'],
    ['Last name', 'Ofori'],
    ['Email', 'ben@school.example'],
    ['External ID', 'X-7'],
    ['Descriptor', 'Reads aloud'],
  ])
})

test('shows the writing of the student over time, of all classes', async () => {
  const { asked } = await open()
  const section = within(await screen.findByRole('region', { name: 'Writing over time' }))
  await section.findByText(/^Nothing to show yet\./)
  expect(asked('GET', '/students/ben/writing')).toHaveLength(1)
})

test('omits an empty description', async () => {
  await open()
  const card = within(await screen.findByRole('region', { name: 'Student information' }))
  expect(card.queryByText('Descriptor')).toBeNull()
})

test('lists the documents of this student in this class, newest first', async () => {
  const { asked } = await open()
  await screen.findByText('Macbeth.docx')
  expect([...(asked('GET', '/documents')[0]?.query ?? [])].slice(0, 2)).toEqual([
    ['student_id', 'ben'],
    ['class_group_id', 'c1'],
  ])
  expect(
    screen.getAllByRole('columnheader').map((head) => [head.textContent, head.getAttribute('aria-sort')]),
  ).toEqual([
    ['Document name', 'none'],
    ['Uploaded', 'descending'],
    ['Status', null],
    ['Actions', null],
    ['Finding', null],
    ['AI Score', null],
    ['Words', null],
  ])
  expect(screen.getByRole('link', { name: 'View report of Macbeth.docx' }).getAttribute('href')).toBe(
    '/documents/d1/report?from=class-student&classId=c1&studentId=ben',
  )
  expect(screen.getByRole('button', { name: 'Reprocess scan.pdf' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Delete scan.pdf' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Assign Macbeth.docx' })).toBeNull()
})

test('assigns uploads to the student and the class, with a message', async () => {
  const { asked } = await open({ 'POST /documents/upload': () => aDocument({ id: 'new' }) })
  expect(
    await screen.findByText(
      'Documents you upload here are assigned to this student in this class automatically.',
    ),
  ).toBeDefined()
  await chooseFiles(userEvent.upload, 'a.txt', 'b.txt')
  expect(await screen.findByText('2 files uploaded successfully')).toBeDefined()
  for (const { body } of asked('POST', '/documents/upload')) {
    expect([(body as FormData).get('student_id'), (body as FormData).get('class_group_id')]).toEqual([
      'ben',
      'c1',
    ])
  }
})

test('takes a ZIP of several files for the student and the class', async () => {
  const { asked } = await open({ 'POST /documents/batch': aBatch })
  await screen.findByText('Macbeth.docx')
  await chooseFiles(userEvent.upload, 'ben.zip')
  expect(await screen.findByText('2 files uploaded successfully')).toBeDefined()
  const form = asked('POST', '/documents/batch')[0]?.body as FormData
  expect([form.get('student_id'), form.get('class_group_id')]).toEqual(['ben', 'c1'])
})

test('hides each of its two notices permanently once dismissed', async () => {
  const { unmount } = await open()
  await screen.findByText('Macbeth.docx')
  const buttons = screen.getAllByRole('button', { name: 'Do not show again' })
  expect(buttons).toHaveLength(2)
  await userEvent.click(buttons[0] as HTMLElement)
  expect(screen.getAllByRole('button', { name: 'Do not show again' })).toHaveLength(1)
  unmount()
  await open()
  await screen.findByText('Macbeth.docx')
  expect(screen.queryByText(/You see this student’s work for this class only/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Do not show again' }))
  expect(screen.queryByText(/assigned to this student in this class automatically/)).toBeNull()
})

test('disables uploads for a student who left the class, and still shows the documents', async () => {
  await open({ 'GET /class-groups/c1': () => aClassGroup({ student_ids: [] }) })
  expect(await screen.findByText(/Ben Ofori is no longer in this class/)).toBeDefined()
  await screen.findByText('Macbeth.docx')
  expect(document.querySelector('input[type=file]')).toBeNull()
})

test.each([
  ['GET /students/ben', 'Student not found', 'Go to the class'],
  ['GET /class-groups/c1', 'Class not found', 'Go to your classes'],
] as const)('says what is missing if %s finds nothing', async (call, sentence, action) => {
  await open({ [call]: () => refuse(404, { code: 'not_found', detail: 'No.' }) })
  expect((await screen.findByRole('alert')).textContent).toContain(sentence)
  expect(screen.getByRole('link', { name: action })).toBeDefined()
})

test('recognises an invalid address without asking the server', async () => {
  const { calls } = await open({}, '/classes/c1/students/undefined')
  expect((await screen.findByRole('alert')).textContent).toContain(
    'This link does not point to a student in a class.',
  )
  expect(calls).toEqual([])
})
