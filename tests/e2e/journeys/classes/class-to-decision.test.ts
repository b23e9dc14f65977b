import type { Page } from 'playwright'
import { expect } from 'vitest'
import { sampleTexts } from '../../../../apps/server/src/features/documents/samples/samples.ts'
import { uniqueWords } from '../../../../apps/server/src/testing/text.ts'
import { writeZip } from '../../../../packages/extract/fixtures/zip-writer.ts'
import { expectAccessible } from '../../browser/accessibility.ts'
import { sharedJourneys } from '../../journey.ts'
import { registerTeacher } from '../../steps/account.ts'
import { callerOf } from '../../steps/calls.ts'

const journey = sharedJourneys()

const firstNames = ['Ada', 'Ben', 'Cleo', 'Dan', 'Elin', 'Finn', 'Gwen']
const lastNames = ['Abbott', 'Bailey', 'Connor', 'Dawson']
const students = lastNames.flatMap((last_name) => firstNames.map((first_name) => ({ first_name, last_name })))
const mostClicks = 9

/** Counts what a hand does: a press on the page, wherever it lands. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = window as unknown as { clicks: number }
    counted.clicks = 0
    window.addEventListener('pointerdown', () => (counted.clicks += 1), true)
  })
  return () => page.evaluate(() => (window as unknown as { clicks: number }).clicks)
}

journey(
  'a class of 28 essays takes a teacher at most 9 clicks from its ZIP to the last decision',
  async ({ page, product }) => {
    await registerTeacher(page, product.origin)
    const caller = await callerOf(page, product.origin)
    const made = async (address: string, fields: object) =>
      (await (await caller.post(address, fields)).json()) as { id: string }
    const { id: class_group_id } = await made('/class-groups', { class_name: '7B' })
    const ids = await Promise.all(students.map(async (student) => (await made('/students', student)).id))
    for (const id of ids) await caller.post(`/class-groups/${class_group_id}/students/${id}`, {})

    await page.goto(`${product.origin}/classes/view/${class_group_id}`)
    await page.getByText('This class has no documents yet.').waitFor()
    const clicks = await countClicks(page)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Browse Files' }).click()
    const files = students.map(({ first_name, last_name }, index) => ({
      name: `${first_name} ${last_name}.txt`,
      // Texts of their own, since what classmates share needs the teacher too.
      data: index === 0 ? sampleTexts.ai : uniqueWords(`${first_name}${last_name}`, 90),
    }))
    await (await chooser).setFiles({ name: '7B.zip', mimeType: 'application/zip', buffer: writeZip(files) })
    const panel = page.getByRole('region', { name: 'Assign uploaded documents' })
    await panel.getByText('28 of 28 documents name their students.').waitFor()
    await panel.getByRole('button', { name: 'Assign all' }).first().click()
    await panel.waitFor({ state: 'detached' })

    const overview = page.getByRole('region', { name: 'Who needs you' })
    await overview.getByText('1 text needs you', { exact: true }).waitFor({ timeout: 120_000 })
    await overview.getByText('27 are unclear').waitFor()
    // As the teacher reads the sentence: nothing of the list stands half under its head.
    await page.evaluate(() => window.scrollTo(0, 0))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
    }
    await overview.getByRole('link', { name: /^Talk to Ada Abbott/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Ada Abbott' }).waitFor()
    const message = await page.getByRole('textbox', { name: 'Message to send' }).inputValue()
    expect(message).toContain(`${product.origin}/reply/`)

    await page.getByLabel('What did the student answer?').click()
    await page.keyboard.type('She showed her notes.')
    await page.getByRole('button', { name: 'Add to the record' }).click()
    await page.getByRole('radio', { name: 'Cleared' }).click()
    await page.getByLabel('Your reason').click()
    await page.keyboard.type('The notes hold the same arguments.')
    await page.getByRole('button', { name: 'Record the decision' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Record the decision' }).click()
    await page.getByRole('region', { name: 'What happened' }).getByText('Decided: Cleared').waitFor()
    expect(await clicks()).toBeLessThanOrEqual(mostClicks)
  },
)
