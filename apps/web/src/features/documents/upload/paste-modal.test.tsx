import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeApi, refuse } from '../../../testing/api.ts'
import { eventually } from '../../../testing/eventually.ts'
import { aDocument, aStudent } from '../../../testing/samples.ts'
import { openElement } from '../../../testing/screen.tsx'
import { PasteModal } from './paste-modal.tsx'

/** Names a text without a title in the teacher's own time. */
const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone

async function open(answer: () => unknown = () => aDocument(), at?: string) {
  const api = fakeApi({ 'POST /documents/text': answer, 'GET /students': () => [aStudent({ id: 'ben' })] })
  const onClose = vi.fn()
  const { router } = await openElement(<PasteModal opened onClose={onClose} onLimit={() => {}} />, at)
  return {
    ...api,
    router,
    onClose,
    dialog: within(await screen.findByRole('dialog', { name: 'Paste Text for AI Detection' })),
  }
}

test('sends the text with title and student if given', async () => {
  const { asked, dialog, onClose } = await open()
  await userEvent.type(dialog.getByRole('textbox', { name: 'Title' }), 'Her poem')
  await userEvent.click(dialog.getByRole('combobox', { name: 'Student (optional)' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Ben Ofori' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Text' }), 'I wandered')
  await userEvent.click(dialog.getByRole('button', { name: 'Detect AI' }))
  await eventually(() => expect(onClose).toHaveBeenCalled())
  expect(asked('POST', '/documents/text').map(({ body }) => body)).toEqual([
    { text: 'I wandered', time_zone, title: 'Her poem', student_id: 'ben' },
  ])
})

test.each([
  ['/documents', '/documents/d1/report'],
  ['/dashboard', '/documents/d1/report?from=dashboard'],
])('leads from %s to the report of the text', async (from, to) => {
  const { dialog, router } = await open(undefined, from)
  await userEvent.type(dialog.getByRole('textbox', { name: 'Text' }), 'I wandered')
  await userEvent.click(dialog.getByRole('button', { name: 'Detect AI' }))
  await userEvent.click(await screen.findByRole('button', { name: 'View report' }))
  expect(router.state.location.pathname + router.state.location.search).toBe(to)
})

test('sends only the text if neither is given', async () => {
  const { asked, dialog, onClose } = await open()
  await userEvent.type(dialog.getByRole('textbox', { name: 'Text' }), 'I wandered')
  await userEvent.click(dialog.getByRole('button', { name: 'Detect AI' }))
  await eventually(() => expect(onClose).toHaveBeenCalled())
  expect(asked('POST', '/documents/text').map(({ body }) => body)).toEqual([
    { text: 'I wandered', time_zone },
  ])
})

test('keeps the text if it is refused', async () => {
  const { dialog } = await open(() => refuse(503, { code: 'busy', detail: 'Come back.' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Title' }), 'Her poem')
  await userEvent.type(dialog.getByRole('textbox', { name: 'Text' }), 'I wandered')
  await userEvent.click(dialog.getByRole('button', { name: 'Detect AI' }))
  expect(await dialog.findByText('Failed to process text. Come back.')).toBeDefined()
  expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveProperty('value', 'Her poem')
  expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveProperty('value', 'I wandered')
})

test('counts the words that will be charged, ignoring invisible characters', async () => {
  const { dialog } = await open()
  await userEvent.click(dialog.getByRole('textbox', { name: 'Text' }))
  await userEvent.paste('I\u200b \u200d \u3164 wan\u00addered – lonely')
  expect(dialog.getByText('3 words')).toBeDefined()
})
