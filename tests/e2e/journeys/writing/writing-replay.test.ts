import type {
  CreatedWritingLinks,
  OpenedWritingRoom,
  WritingRecordEntry,
  WritingTask,
  WritingTaskView,
} from '@penmark/contract'
import { expect } from 'vitest'
import { expectAccessible } from '../../browser/accessibility.ts'
import { narrow, sharedJourneys } from '../../journey.ts'
import { registerTeacher } from '../../steps/account.ts'
import { type Caller, callerOf } from '../../steps/calls.ts'
import { essay } from '../../steps/texts.ts'

const journey = sharedJourneys()

const [typed = '', pasted = '', last = ''] = essay.split('\n\n')

/** A student who types two paragraphs and pastes one between them, in two sessions. */
function record(start: number): WritingRecordEntry[] {
  const entries: WritingRecordEntry[] = []
  let at = start
  let position = 1
  const add = (origin: 'typing' | 'paste', afterMs: number, size: number, slice: object) => {
    at += afterMs
    const step = { stepType: 'replace', from: position, to: position, slice }
    entries.push({ kind: 'step', at, client: 'page-of-ida', n: entries.length + 1, origin, step })
    position += size
  }
  const type = (text: string) => {
    for (const [nth, character] of Array.from(text).entries())
      add('typing', 90 + ((nth * 53) % 170), 1, { content: [{ type: 'text', text: character }] })
  }
  const newParagraph = () =>
    add('typing', 400, 2, {
      content: [{ type: 'paragraph' }, { type: 'paragraph' }],
      openStart: 1,
      openEnd: 1,
    })
  type(typed)
  newParagraph()
  add('paste', 3_600_000, pasted.length, { content: [{ type: 'text', text: pasted }] })
  newParagraph()
  type(last)
  return entries
}

async function created<T>(caller: Caller, path: string, body: object): Promise<T> {
  const response = await caller.post(path, body)
  if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

/** A text that was written over the API, as a student's page sends it, and handed in. */
async function handIn(
  caller: Caller,
  origin: string,
): Promise<{ submission_id: string; document_id: string }> {
  const class_group_id = (await created<{ id: string }>(caller, '/class-groups', { class_name: '7B' })).id
  const student = await created<{ id: string }>(caller, '/students', {
    first_name: 'Ida',
    last_name: 'Holm',
    year_group: 'Year 7',
  })
  await caller.post(`/class-groups/${class_group_id}/students/${student.id}`, {})
  const task = await created<WritingTask>(caller, '/writing-tasks', {
    class_group_id,
    title: 'What I did not see',
  })
  const { links } = await created<CreatedWritingLinks>(caller, `/writing-tasks/${task.id}/links`, {})
  const token = new URL(links[0]!.url).hash.slice(1)
  const room = async (path: string, body: object): Promise<unknown> => {
    const response = await fetch(`${origin}/api/v1/writing-room/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const opened = (await room('open', { token })) as OpenedWritingRoom
  if (opened.state !== 'open') throw new Error('The link asks for a PIN.')
  const { session } = opened
  await room('accept', { session })
  const entries = record(Date.now() - 2 * 3_600_000)
  for (let version = 0; version < entries.length; version += 400)
    await room('batch', { session, version, entries: entries.slice(version, version + 400) })
  await room('hand-in', { session, version: entries.length })
  const { students } = await caller.get<WritingTaskView>(`/writing-tasks/${task.id}`)
  const { id, document_id } = students[0] ?? {}
  if (!id || !document_id) throw new Error('The text was not handed in.')
  return { submission_id: id, document_id }
}

journey('a teacher replays how a handed-in text was written', async ({ page, product }) => {
  await registerTeacher(page, product.origin)
  const caller = await callerOf(page, product.origin)
  const { submission_id, document_id } = await handIn(caller, product.origin)

  await page.goto(`${product.origin}/writing/submissions/${submission_id}`)
  await page.getByText(/^\d+ words in 2 sessions, \d+ minutes; \d+% typed; 1 paste \(\d+ words\)$/).waitFor()
  // Hours of writing that arrive at once.
  await page
    .getByText('The stored record is unchanged, but not all of it arrived when it is dated.')
    .waitFor()
  const text = page.getByRole('region', { name: 'The text at this moment' })
  await text.getByText(last.slice(0, 40)).waitFor()
  expect(await text.locator('mark').allTextContents()).toEqual([pasted])
  await expectAccessible(page)

  const slider = page.getByRole('slider', { name: 'Moment of the record' })
  await slider.focus()
  await slider.press('Home')
  await expect.poll(() => text.innerText()).not.toContain('bus')
  await slider.press('ArrowRight')
  await slider.press('ArrowRight')
  await slider.press('ArrowRight')
  await expect.poll(() => text.innerText()).toContain(typed.slice(0, 3))
  await page.getByRole('button', { name: 'Next paste' }).click()
  await text.getByText(pasted.slice(0, 40)).waitFor()
  expect(await text.getByText(last.slice(0, 40)).count()).toBe(0)

  await page.setViewportSize(narrow)
  await expectAccessible(page)

  const statusOf = async () => (await caller.get<{ status: string }>(`/documents/${document_id}`)).status
  await expect.poll(statusOf, { timeout: 120_000 }).toBe('COMPLETED')
  await page.goto(`${product.origin}/documents/${document_id}/report`)
  const part = page.getByRole('region', { name: 'How this text came to be' })
  await part.getByRole('figure', { name: 'Length of the text over the time of writing' }).waitFor()
  await expectAccessible(page)
  await part.getByRole('link', { name: 'Watch it grow, with all figures' }).click()
  await page.getByRole('slider', { name: 'Moment of the record' }).waitFor()
})
