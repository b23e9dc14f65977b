import { expect } from 'vitest'
import { expectAccessible } from '../../browser/accessibility.ts'
import { sharedJourneys } from '../../journey.ts'
import { registerTeacher } from '../../steps/account.ts'
import { callerOf } from '../../steps/calls.ts'
import { openReport, uploadFile } from '../../steps/documents.ts'
import { essayFile } from '../../steps/texts.ts'

const journey = sharedJourneys()

const list = [
  '\uFEFFFirstname,Lastname,Email Address,External ID,Descriptor,Assign to Class',
  'Ida,Holm,ida@school.example,x-1,Left-handed,7b',
  'Bo,Lund,,,,',
  'Cid,Berg',
  'Dora,Falk,no address,,,',
].join('\r\n')

journey(
  'a teacher uploads a list of students, adds one to a class, uploads for a student, reads the report and returns, and views the analytics',
  async ({ page, product }) => {
    // A new account has no profile yet: the web gets a 404 and creates it.
    await registerTeacher(page, product.origin)
    const teacher = await callerOf(page, product.origin)
    await teacher.post('/class-groups', { class_name: '7B', academic_year: '2026/27' })

    await page.getByRole('link', { name: 'Students' }).click()
    await page.getByText('You have no students yet.').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Bulk upload' }).click()
    await page.getByRole('heading', { name: 'Bulk student upload' }).waitFor()
    await expectAccessible(page)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose CSV file' }).click()
    await (await chooser).setFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
    const results = page.getByRole('table', { name: 'Result for each row' })
    await results.getByRole('row', { name: /Ida Holm Added 7B/ }).waitFor()
    await results.getByRole('row', { name: /Dora Falk Failed/ }).waitFor()
    await page
      .getByRole('table', { name: 'Skipped rows' })
      .getByRole('row', { name: /Cid,Berg The row has 2 values instead of 6/ })
      .waitFor()
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Go to students' }).click()
    await page.getByRole('row', { name: /Bo Lund/ }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Delete Bo Lund' }).click()
    await page.getByRole('dialog').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Edit Bo Lund' }).click()
    await page.getByRole('heading', { name: 'Edit student' }).waitFor()
    await page.getByRole('combobox', { name: 'Class' }).click()
    await page.getByRole('option', { name: '7B (2026/27)' }).click()
    await page.getByRole('button', { name: 'Assign to the selected class' }).click()
    await page.getByRole('button', { name: 'Remove from 7B (2026/27)' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save changes' }).click()

    await page.getByRole('searchbox').fill('holm')
    await page.getByText('1 student', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'View Ida Holm' }).click()
    await page.getByRole('heading', { name: 'Ida Holm' }).waitFor()
    await uploadFile(page, essayFile('bakery.txt'))
    await openReport(page, 'bakery.txt')
    await page
      .getByRole('heading', { name: /reads? like AI writing|not enough to say|Nothing here stands out/ })
      .waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Back to the student' }).click()
    await page.waitForURL('**/students/view/*?from=students')
    await page.getByRole('row', { name: /bakery.txt/ }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Assign a document' }).click()
    await page.getByText('All documents have a student.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('link', { name: 'Analytics' }).click()
    await page.getByText('Only 1 document has a score.').waitFor()
    for (const words of ['Show as table', 'Where the expected number comes from'])
      await page.getByText(words).first().click()
    await expectAccessible(page)
    await page
      .getByRole('table', { name: 'Your classes in figures' })
      .getByRole('link', { name: '7B (2026/27)' })
      .click()
    await page.getByText('None of the 0 documents has a score yet.').waitFor()
    expect(page.url()).toContain('?class=')
    await expectAccessible(page)
  },
)
