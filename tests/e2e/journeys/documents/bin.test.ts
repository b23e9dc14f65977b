import { expect } from 'vitest'
import { expectAccessible } from '../../browser/accessibility.ts'
import { sharedJourneys } from '../../journey.ts'
import { registerTeacher } from '../../steps/account.ts'
import { callerOf } from '../../steps/calls.ts'
import { rowWith, uploadFiles } from '../../steps/documents.ts'
import { essayFile } from '../../steps/texts.ts'

const journey = sharedJourneys()

journey(
  'a teacher undoes a deletion, deletes again, and erases the document for good in the bin',
  async ({ page, product }) => {
    await registerTeacher(page, product.origin, { at: '/documents' })
    await uploadFiles(page, [essayFile('slip.txt'), essayFile('kept.txt')])
    for (const name of ['slip.txt', 'kept.txt']) await rowWith(page, name, 'Completed')
    await page.getByRole('button', { name: 'Not now' }).click()
    const caller = await callerOf(page, product.origin)
    const listed = async () =>
      (await caller.get<{ filename: string }[]>('/documents')).map(({ filename }) => filename).sort()
    const remove = async () => {
      await page.getByRole('button', { name: 'Delete slip.txt' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByText('Document deleted successfully!').waitFor()
    }

    await remove()
    expect(await listed()).toEqual(['kept.txt'])
    await expectAccessible(page)
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await page.getByText('“slip.txt” is back.').waitFor()
    await rowWith(page, 'slip.txt', 'Completed')
    expect(await listed()).toEqual(['kept.txt', 'slip.txt'])

    await remove()
    await page.getByRole('navigation').getByRole('link', { name: 'Bin' }).click()
    const row = page.getByRole('row').filter({ hasText: 'slip.txt' })
    await row.getByText('Document').waitFor()
    await expectAccessible(page)
    await row.getByRole('button', { name: 'Erase slip.txt for good' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Erase for good' }).click()
    await page.getByText('The bin is empty.').waitFor()
    expect(await listed()).toEqual(['kept.txt'])
  },
)
