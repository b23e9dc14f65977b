import { expect } from 'vitest'
import { expectAccessible } from '../../browser/accessibility.ts'
import { narrow, sharedJourneys } from '../../journey.ts'
import { registerTeacher } from '../../steps/account.ts'
import { callerOf } from '../../steps/calls.ts'
import { essay } from '../../steps/texts.ts'

const journey = sharedJourneys()

const [first = '', second = '', third = ''] = essay.split('\n\n')
const assignment =
  'Write about something that you noticed on your way to school, and about what you had taken it for until then.'

journey(
  'a teacher compares a class without the text of the assignment, and reads a pair side by side',
  async ({ page, product }) => {
    await registerTeacher(page, product.origin)
    const caller = await callerOf(page, product.origin)
    const { id: class_group_id } = (await (
      await caller.post('/class-groups', { class_name: 'Year 10 English' })
    ).json()) as { id: string }
    for (const [title, text] of [
      ['Ida', `${assignment}\n\n${first}\n\n${second}`],
      ['Mona', `${assignment}\n\n${third}\n\n${second.toUpperCase()}`],
    ]) {
      const { id } = (await (
        await caller.post('/documents/text', { text, title, class_group_id })
      ).json()) as { id: string }
      await expect
        .poll(async () => (await caller.get<{ status: string }>(`/documents/${id}`)).status, {
          timeout: 120_000,
        })
        .toBe('COMPLETED')
    }
    await page.goto(`${product.origin}/classes/view/${class_group_id}`)
    await page.getByRole('link', { name: 'Shared passages' }).click()
    await page.getByText('A shared passage is no proof of copying.').first().waitFor()
    // The class was compared by itself, with the assignment; now without it.
    await page.getByText(/1 pair of 2 documents shares passages/).waitFor()
    await page.getByRole('textbox', { name: 'Text of the assignment' }).fill(assignment)
    await expectAccessible(page)
    const started = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/comparisons'),
    )
    await page.getByRole('button', { name: 'Compare again' }).click()
    await started
    await page.getByText(/[1-9]\d* of the assignment/).waitFor()
    await page.getByText(/1 pair of 2 documents shares passages/).waitFor()
    await page.getByRole('table', { name: 'Pairs that share passages' }).waitFor()
    await expectAccessible(page)
    await page.setViewportSize(narrow)
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export as CSV' }).click()
    expect((await download).suggestedFilename()).toBe('shared passages.csv')

    await page.getByRole('link', { name: /^Read .* side by side$/ }).click()
    const passages = page.getByTitle('Go to passage 1 in the other document')
    await passages.first().waitFor()
    expect(await passages.count()).toBe(2)
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expectAccessible(page)
    await passages.first().focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => passages.nth(1).evaluate((twin) => twin === document.activeElement)).toBe(true)

    await page.getByRole('region', { name: 'Mona' }).getByRole('link', { name: 'Report' }).click()
    const inReport = page.getByRole('region', { name: 'Shared passages' })
    await inReport.getByText(/^Shares passages with 1 other text of this class: \d+ words\.$/).waitFor()
    await expectAccessible(page)
    await inReport.getByRole('link', { name: 'Ida' }).click()
    await page.getByRole('heading', { name: 'Two documents side by side' }).waitFor()
  },
)
