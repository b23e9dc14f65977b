import { expect } from 'vitest'
import { sampleTexts } from '../../../../apps/server/src/features/documents/samples/samples.ts'
import { expectAccessible } from '../../browser/accessibility.ts'
import { journeys, narrow } from '../../journey.ts'
import { registerTeacher } from '../../steps/account.ts'
import { callerOf } from '../../steps/calls.ts'
import { openReport, rowWith, uploadFiles } from '../../steps/documents.ts'
import { essay } from '../../steps/texts.ts'

const journey = journeys()

const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(sampleTexts.student) })

journey(
  'a teacher marks an upload, a selection and one report as written in class',
  async ({ page, product }) => {
    await registerTeacher(page, product.origin, { at: '/documents' })

    const box = page.getByRole('checkbox', { name: 'Written in class' })
    await box.check()
    await uploadFiles(page, [file('first.txt'), file('second.txt')])
    for (const name of ['first.txt', 'second.txt'])
      await (await rowWith(page, name, 'Completed')).getByText('Written in class').waitFor()
    expect(await box.isChecked()).toBe(false)

    // The panel that assigns an upload of several files would cover the list.
    await page.goto(`${product.origin}/documents`)
    for (const name of ['first.txt', 'second.txt'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page
      .getByRole('toolbar', { name: 'Selected rows' })
      .getByRole('button', { name: 'Not written in class' })
      .click()
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
    await page.getByRole('button', { name: 'More filters' }).click()
    await page
      .getByRole('combobox', { name: 'Filter by where it was written' })
      .selectOption({ label: 'Written in class' })
    await page.getByText('1 document found').waitFor()
    await rowWith(page, 'first.txt', 'Completed')
    await expectAccessible(page)

    const caller = await callerOf(page, product.origin)
    const make = async (path: string, body: object) =>
      ((await (await caller.post(path, body)).json()) as { id: string }).id
    const class_group_id = await make('/class-groups', { class_name: '7B' })
    const student_id = await make('/students', { first_name: 'Ida', last_name: 'Holm', year_group: 'Year 7' })
    await caller.post(`/class-groups/${class_group_id}/students/${student_id}`, {})
    // Stretched by an argument: some parts of the sample alone would be taken for a story.
    const argument = essay.split('\n\n')
    const paragraphs = sampleTexts.student
      .split('\n\n')
      .map((paragraph, nth) => `${paragraph} ${argument[nth] ?? ''}`)
    const write = async (title: string, parts: string[], written_in_class: boolean) => {
      const id = await make('/documents/text', {
        title,
        text: parts.join('\n\n'),
        class_group_id,
        student_id,
        written_in_class,
      })
      const statusOf = async () => (await caller.get<{ status: string }>(`/documents/${id}`)).status
      await expect.poll(statusOf, { timeout: 120_000 }).toBe('COMPLETED')
      return id
    }
    await write('third', paragraphs.toReversed(), true)
    await write('fourth', paragraphs.slice(1), true)
    const homework = await write('Homework', paragraphs.toSpliced(1, 1), false)

    await page.goto(`${product.origin}/documents/${homework}/report`)
    const compared = page.getByRole('region', { name: 'Compared with work written in class' })
    await compared
      .getByText(/^(?:None|\d) of the 3 texts your students wrote in class scores? this high\.$/)
      .waitFor()
    const earlier = page.getByRole('region', { name: 'Earlier writing of this student' })
    await earlier.getByText(/needs 1 more text written in class by this student/).waitFor()
    await expectAccessible(page)

    await page.goto(`${product.origin}/classes/view/${class_group_id}`)
    const ofClass = page.getByRole('region', { name: 'Work written in class' })
    await ofClass
      .getByText(/^(?:None|\d) of the 2 texts that this class wrote in class scores? 50% or more\.$/)
      .waitFor()
    await expectAccessible(page)
    await page.setViewportSize(narrow)
    await ofClass.scrollIntoViewIfNeeded()
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 900 })

    // The first account of an installation is its administrator.
    await page.goto(`${product.origin}/admin/baseline`)
    const shared = page.getByRole('checkbox', { name: 'Compare with the texts of all teachers' })
    await shared.waitFor()
    expect(await shared.isChecked()).toBe(false)
    // It is checked once the server has answered.
    await shared.click()
    const yearGroup = page.getByRole('row').filter({ hasText: 'Year 7' })
    await yearGroup.waitFor()
    await page.getByRole('columnheader', { name: 'False findings to expect' }).waitFor()
    const cells = await yearGroup.getByRole('cell').allTextContents()
    expect(cells).toEqual(['Year 7', '2', '0', '0', '3', expect.stringMatching(/^0\.\d+$/)])
    await expectAccessible(page)

    await write('fifth', paragraphs.toSpliced(1, 1).toReversed(), true)
    await page.goto(`${product.origin}/documents/${homework}/report`)
    await earlier
      .getByText(/^Compared with the 3 texts marked as written in class: nothing to report/)
      .waitFor()
    await earlier.getByRole('figure', { name: 'Words per sentence of each text' }).waitFor()
    await earlier.getByText('Show as table').click()
    await earlier.getByRole('link', { name: 'fifth' }).waitFor()
    await expectAccessible(page)
    await page.setViewportSize(narrow)
    await earlier.scrollIntoViewIfNeeded()
    await expectAccessible(page)

    await page.goto(`${product.origin}/students/view/${student_id}`)
    const overTime = page.getByRole('region', { name: 'Writing over time' })
    await overTime
      .getByText('Each report compares its text with the 3 newest texts this student wrote in class.')
      .waitFor()
    await overTime.getByRole('figure', { name: 'Letters per word of each text' }).waitFor()
    await overTime.getByText('Show as table').click()
    await overTime.getByRole('row', { name: /fifth .*Written in class/ }).waitFor()
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await overTime.getByRole('button', { name: 'Download as CSV' }).click()
    expect((await download).suggestedFilename()).toBe('Holm Ida.csv')
  },
)
