import { expect } from 'vitest'
import { expectAccessible } from '../../browser/accessibility.ts'
import { narrow, sharedJourneys } from '../../journey.ts'
import { registerTeacher } from '../../steps/account.ts'
import { callerOf } from '../../steps/calls.ts'
import { essay } from '../../steps/texts.ts'

const journey = sharedJourneys()

const [first = '', second = '', third = ''] = essay.split('\n\n')

journey(
  'a teacher adds a chapter to a class, and the report says how many words of a document stand in it',
  async ({ page, product }) => {
    await registerTeacher(page, product.origin)
    const caller = await callerOf(page, product.origin)
    const { id: class_group_id } = (await (
      await caller.post('/class-groups', { class_name: '10A English' })
    ).json()) as { id: string }
    const { id } = (await (
      await caller.post('/documents/text', { text: `${first}\n\n${second}`, title: 'Ida', class_group_id })
    ).json()) as {
      id: string
    }
    await expect
      .poll(async () => (await caller.get<{ status: string }>(`/documents/${id}`)).status, {
        timeout: 120_000,
      })
      .toBe('COMPLETED')
    await page.goto(`${product.origin}/classes/view/${class_group_id}`)
    await page.getByRole('link', { name: 'Sources' }).click()
    await page.getByText('No sources yet.').waitFor()
    await expectAccessible(page)
    await page.getByLabel('File', { exact: true }).setInputFiles({
      name: 'Chapter 3.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(`${third}\n\n${second}`),
    })
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Chapter 3')
    await page.getByRole('button', { name: 'Add a source' }).click()
    const list = page.getByRole('list', { name: 'Sources' })
    await list.getByText(/^Book or article · \d+ words · 1 document shares a passage$/).waitFor()
    await expectAccessible(page)
    await page.setViewportSize(narrow)
    await expectAccessible(page)

    const wordsFound = async () =>
      (await caller.get<{ sources: unknown[] }>(`/overlap/documents/${id}/earlier`)).sources.length
    await expect.poll(wordsFound, { timeout: 60_000 }).toBe(1)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${product.origin}/documents/${id}/report`)
    await page.getByText(/^\d+ words also stand in “Chapter 3”\./).waitFor()
    await expectAccessible(page)
    await page
      .getByRole('link', { name: /words also stand in “Chapter 3”, a source that you added to 10A English/ })
      .click()
    await page
      .getByRole('region', { name: 'Chapter 3' })
      .getByTitle('Go to passage 1 in the other document')
      .waitFor()
    await expectAccessible(page)
    await page.setViewportSize(narrow)
    await expectAccessible(page)

    await page.goto(`${product.origin}/classes/${class_group_id}/sources`)
    await page.getByRole('button', { name: 'Delete Chapter 3' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No sources yet.').waitFor()
    expect(await wordsFound()).toBe(0)
  },
)
