import type { BrowserContextOptions, Page } from 'playwright'
import { expect } from 'vitest'
import { sampleTexts } from '../../../apps/server/src/features/documents/samples/samples.ts'
import { expectAccessible } from '../browser/accessibility.ts'
import { openContext } from '../browser/context.ts'
import { type Watch, watchPage } from '../browser/watch.ts'
import { registerTeacher } from './account.ts'
import { type Caller, callerOf } from './calls.ts'

export const phone = { width: 320, height: 640 }
export const notes = {
  name: 'notes.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from('First the arguments, then the examples.\n'),
}

/** A browser of somebody else, with a profile of its own. */
export async function anotherBrowser(
  page: Page,
  origin: string,
  options: BrowserContextOptions,
): Promise<{ page: Page; watch: Watch }> {
  const context = await openContext(page.context().browser(), options)
  const opened = await context.newPage()
  opened.setDefaultTimeout(90_000)
  return { page: opened, watch: watchPage(opened, origin) }
}

/** The student's browser; the page needs no script. */
export const studentBrowser = (
  page: Page,
  origin: string,
  { javaScriptEnabled }: { javaScriptEnabled: boolean },
) => anotherBrowser(page, origin, { viewport: phone, javaScriptEnabled })

/** Opens what the student sees in a browser in which axe can run, and checks it in light and dark. */
export async function expectStudentPageAccessible(
  reader: Page,
  checked: Page,
  expectPage = expectAccessible,
): Promise<void> {
  await checked.goto(reader.url())
  for (const colorScheme of ['light', 'dark'] as const) {
    await checked.emulateMedia({ colorScheme })
    await expectPage(checked)
  }
}

async function create(caller: Caller, path: string, fields: object) {
  return (await (await caller.post(path, fields)).json()) as { id: string; url: string }
}

/** Opens a case about a checked document of the student Ida Berg. */
export async function openCase(caller: Caller): Promise<string> {
  const { id: student_id } = await create(caller, '/students', { first_name: 'Ida', last_name: 'Berg' })
  const { id: document_id } = await create(caller, '/documents/text', {
    text: sampleTexts.ai,
    title: 'School uniforms',
    student_id,
  })
  await expect
    .poll(async () => (await caller.get<{ status: string }>(`/documents/${document_id}`)).status, {
      timeout: 60_000,
    })
    .toBe('COMPLETED')
  return (await create(caller, '/cases', { document_id })).id
}

/** Asks the student a question and makes the link at which they answer. */
export async function linkStudent(caller: Caller, case_id: string): Promise<string> {
  await create(caller, `/cases/${case_id}/steps`, { kind: 'asked', text: 'How did you begin?' })
  return (await create(caller, `/cases/${case_id}/student-page/links`, { language: 'en-GB', days: 14 })).url
}

/** Registers a teacher with a case whose student has been given a link. */
export async function registerWithLinkedCase(
  page: Page,
  origin: string,
): Promise<{ caller: Caller; id: string; link: string }> {
  await registerTeacher(page, origin)
  const caller = await callerOf(page, origin)
  const id = await openCase(caller)
  return { caller, id, link: await linkStudent(caller, id) }
}
