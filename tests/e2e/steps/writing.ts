import type { CreatedWritingLinks, WritingTask, WritingTaskInput } from '@penmark/contract'
import type { BrowserContextOptions, Locator, Page } from 'playwright'
import { openContext } from '../browser/context.ts'
import { type Watch, watchPage } from '../browser/watch.ts'
import { registerTeacher } from './account.ts'
import { type Caller, callerOf } from './calls.ts'

export interface SetTask {
  caller: Caller
  task: WritingTask
  studentId: string
  /** The personal link of the task's only student, Ida Berg. */
  link: string
}

/** Registers a teacher who sets a writing task for a class of one. */
export async function setTask(
  page: Page,
  origin: string,
  fields: Partial<WritingTaskInput> = {},
): Promise<SetTask> {
  await registerTeacher(page, origin)
  const caller = await callerOf(page, origin)
  const create = async <T>(address: string, body: object) =>
    (await (await caller.post(address, body)).json()) as T
  const { id: class_group_id } = await create<{ id: string }>('/class-groups', { class_name: '10B' })
  const { id: studentId } = await create<{ id: string }>('/students', {
    first_name: 'Ida',
    last_name: 'Berg',
  })
  await caller.post(`/class-groups/${class_group_id}/students/${studentId}`, {})
  const task = await create<WritingTask>('/writing-tasks', {
    class_group_id,
    title: 'How the harbour changed our town',
    ...fields,
  })
  const { links } = await create<CreatedWritingLinks>(`/writing-tasks/${task.id}/links`, {})
  const [link] = links
  if (link === undefined) throw new Error('The student was given no link.')
  return { caller, task, studentId, link: link.url }
}

/** The text of a student who is writing. */
export const editorOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Your text' })

/** Opens a link in a browser of the student's own. */
export async function openLink(
  page: Page,
  { link, origin, ...options }: { link: string; origin: string } & BrowserContextOptions,
): Promise<{ student: Page; watch: Watch }> {
  const permissions = ['clipboard-read', 'clipboard-write']
  const context = await openContext(page.context().browser(), { permissions, ...options })
  const student = await context.newPage()
  student.setDefaultTimeout(90_000)
  const watch = watchPage(student, origin)
  await student.goto(link)
  return { student, watch }
}

/** Opens a link and begins to write. */
export async function beginWriting(
  page: Page,
  options: Parameters<typeof openLink>[1],
): ReturnType<typeof openLink> {
  const opened = await openLink(page, options)
  await opened.student.getByRole('button', { name: 'Begin writing' }).click()
  await editorOf(opened.student).click()
  return opened
}

/** Waits until the server has everything. */
export const allSaved = (student: Page): Promise<void> =>
  student.getByText('All saved', { exact: true }).waitFor()

/** Pastes text that was copied in another program. */
export async function pasteFromElsewhere(student: Page, text: string): Promise<void> {
  await student.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await student.keyboard.press('Control+V')
}
