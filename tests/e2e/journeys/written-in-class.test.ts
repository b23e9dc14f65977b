import { expect } from 'vitest'
import { sampleTexts } from '../../../apps/server/src/features/samples/texts.ts'
import { expectAccessible, journeys } from '../journey.ts'
import { arrive } from '../steps/account.ts'
import { openReport, rowWith, uploadFiles } from '../steps/documents.ts'

const journey = journeys()

const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(sampleTexts.student) })

journey('a teacher marks an upload, a selection and one report as written in class', async ({ page, product, watch }) => {
  watch.expect(/404.*\/api\/v1\/teachers\/me/)
  await arrive(page, product.origin)
  await page.goto(`${product.origin}/documents`)

  const box = page.getByRole('checkbox', { name: 'Written in class' })
  await box.check()
  await uploadFiles(page, [file('first.txt'), file('second.txt')])
  for (const name of ['first.txt', 'second.txt']) await (await rowWith(page, name, 'Completed')).getByText('Written in class').waitFor()
  expect(await box.isChecked()).toBe(false)

  // The panel that assigns an upload of several files would cover the list.
  await page.goto(`${product.origin}/documents`)
  for (const name of ['first.txt', 'second.txt']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Not written in class' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove the mark from 2 documents?' })
  await dialog.getByRole('button', { name: 'Not written in class' }).click()
  await page.getByText('2 changed, 0 failed.').waitFor()
  await expect.poll(() => page.getByRole('row').getByText('Written in class').count()).toBe(0)

  await openReport(page, 'first.txt')
  await page.getByRole('button', { name: 'Mark as written in class', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Mark as written in class?' })
  await question.getByText('never used for training').waitFor()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Mark as written in class' }).click()
  await page.getByRole('button', { name: 'Not written in class', exact: true }).waitFor()

  await page.goto(`${product.origin}/documents`)
  await page.getByRole('combobox', { name: 'Filter by where it was written' }).selectOption({ label: 'Written in class' })
  await page.getByText('1 document found').waitFor()
  await rowWith(page, 'first.txt', 'Completed')
  await expectAccessible(page)
})
