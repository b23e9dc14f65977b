import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { sampleTexts } from '../../../../apps/server/src/features/documents/samples/samples.ts'
import { expectAccessible } from '../../browser/accessibility.ts'
import { sharedJourneys } from '../../journey.ts'
import { registerTeacher } from '../../steps/account.ts'
import { callerOf } from '../../steps/calls.ts'

const journey = sharedJourneys()
const penmark = fileURLToPath(new URL('../../../../packages/cli/bin/penmark.mjs', import.meta.url))

journey(
  'a teacher talks to a student, decides, and keeps the record when the document is gone',
  async ({ page, product }) => {
    await registerTeacher(page, product.origin)
    const caller = await callerOf(page, product.origin)
    const made = async (address: string, fields: object) =>
      (await (await caller.post(address, fields)).json()) as { id: string }
    const student = await made('/students', { first_name: 'Amara', last_name: 'Osei' })
    const { id } = await made('/documents/text', {
      text: sampleTexts.ai,
      title: 'School uniforms',
      student_id: student.id,
    })
    await expect
      .poll(async () => (await caller.get<{ status: string }>(`/documents/${id}`)).status, {
        timeout: 60_000,
      })
      .toBe('COMPLETED')
    // The finding alone opens nothing.
    expect(await caller.get('/cases')).toEqual([])

    await page.goto(`${product.origin}/documents/${id}/report`)
    await page.getByRole('link', { name: 'Talk to the student' }).click()
    await page.getByRole('heading', { level: 2, name: 'Questions for the conversation' }).waitFor()
    await page.getByRole('button', { name: 'Open a case' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Open a case' }).click()
    await page.getByRole('heading', { level: 1, name: 'Amara Osei' }).waitFor()

    await page.getByLabel('What did you ask?').fill('How did you go about this text?')
    await page.getByRole('button', { name: 'Add to the record' }).click()
    await page.getByLabel('What did the student answer?').fill('I wrote it at home and showed my notes.')
    await page.getByRole('button', { name: 'Add to the record' }).click()
    await page
      .getByText('The student has been heard. Decide when you are ready, and give your reason.')
      .waitFor()

    await page.getByRole('radio', { name: 'Cleared' }).check()
    await page.getByLabel('Your reason').fill('The notes hold the same three arguments.')
    await page.getByRole('button', { name: 'Record the decision' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Record the decision' }).click()
    const happened = page.getByRole('region', { name: 'What happened' })
    await happened.getByText('Decided: Cleared').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
    }

    await caller.remove(`/documents/${id}`)
    await page.reload()
    await page.getByText('document deleted, report kept').waitFor()

    // Somebody without an account gets a pack, and checks it.
    await page.getByRole('button', { name: 'Download' }).click()
    await page.getByRole('menuitem', { name: 'Evidence pack (ZIP)' }).waitFor()
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Evidence pack (ZIP)' }).click()
    const pack = await download
    // Before the check, which can take longer than the message stays.
    await page.getByText('The case was saved.').waitFor()
    expect(pack.suggestedFilename()).toMatch(/^Case Amara Osei \d{4}-\d\d-\d\d\.zip$/)
    const verified = await promisify(execFile)(process.execPath, [penmark, 'verify', await pack.path()])
    expect(verified.stdout).toContain('are there and unchanged')

    expect(await happened.innerText()).toContain('I wrote it at home and showed my notes.')
    await page.getByRole('link', { name: 'School uniforms' }).click()
    await page.getByText('The document itself has been deleted.').waitFor()
    await page.getByRole('heading', { level: 2, name: /reads like AI writing/ }).waitFor()

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My cases' }).click()
    await page.getByRole('link', { name: 'Amara Osei' }).waitFor()
    await expectAccessible(page)
    await page.goto(`${product.origin}/students/view/${student.id}`)
    await page.getByRole('region', { name: 'Cases' }).getByText('Cleared').waitFor()
    await expectAccessible(page)
  },
)

journey(
  'a teacher asks a student on a private page in one click, and copies the link again',
  async ({ page, product }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await registerTeacher(page, product.origin)
    const caller = await callerOf(page, product.origin)
    const made = async (address: string, fields: object) =>
      (await (await caller.post(address, fields)).json()) as { id: string }
    const student = await made('/students', { first_name: 'Amara', last_name: 'Osei' })
    const { id } = await made('/documents/text', {
      text: sampleTexts.ai,
      title: 'School uniforms',
      student_id: student.id,
    })
    await expect
      .poll(async () => (await caller.get<{ status: string }>(`/documents/${id}`)).status, {
        timeout: 60_000,
      })
      .toBe('COMPLETED')
    await page.goto(`${product.origin}/documents/${id}/conversation`)
    await page.getByRole('button', { name: 'Ask on a private page' }).click()
    await page.getByText('The case is open and the link to the student’s private page is copied.').waitFor()
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    const link = await copied()
    expect(await page.getByLabel('Message to send').inputValue()).toContain(link)
    await expectAccessible(page)

    await page.evaluate(() => navigator.clipboard.writeText(''))
    await page.reload()
    await page.getByRole('button', { name: 'Copy link' }).click()
    await page.getByRole('button', { name: 'Link copied' }).waitFor()
    expect(await copied()).toBe(link)
    const opened = await fetch(link)
    expect(opened.status).toBe(200)
    expect(await opened.text()).toContain('Amara')
  },
)
