import { expect } from 'vitest'
import { writeZip } from '../../../../packages/extract/fixtures/zip-writer.ts'
import { expectAccessible } from '../../browser/accessibility.ts'
import { narrow, sharedJourneys } from '../../journey.ts'
import { registerTeacher } from '../../steps/account.ts'
import { callerOf } from '../../steps/calls.ts'
import { rowWith, uploadFiles } from '../../steps/documents.ts'
import { essay } from '../../steps/texts.ts'

const journey = sharedJourneys()

const zipOf = (...names: string[]) => ({
  name: '7B.zip',
  mimeType: 'application/zip',
  buffer: writeZip(names.map((name) => ({ name, data: essay }))),
})

journey(
  'a new teacher drops the ZIP of a class: the class is made from the names in it, and each text finds its student',
  async ({ page, product }) => {
    await registerTeacher(page, product.origin)
    await page.goto(`${product.origin}/documents`)
    await page.getByText('A ZIP file works too: each document in it is uploaded separately.').waitFor()
    await uploadFiles(page, [
      zipOf(
        'essays/Amira Haddad_18341_assignsubmission_file_essay.txt',
        'essays/B Ofori.txt',
        'essays/Zoë Lefèvre_18342_assignsubmission_file_text.txt',
        'essays/homework.txt',
      ),
    ])
    const panel = page.getByRole('region', { name: 'Assign uploaded documents' })
    await panel.getByText('2 students are named in the files. Check the names, then add them all.').waitFor()
    await expectAccessible(page)
    const names = panel.getByRole('textbox', { name: 'Names, one a line' })
    expect(await names.inputValue()).toBe('Amira Haddad\nZoë Lefèvre')
    await names.press('End')
    await names.press('Control+End')
    await names.pressSequentially('\nOfori, Ben')
    await panel.getByRole('button', { name: 'Create 7B with 3 students' }).click()

    await panel.getByText('2 of 4 documents name their students. 1 has a suggested student').waitFor()
    await panel.getByText('Nobody else fits the initial').waitFor()
    const student = (name: string) => panel.getByRole('combobox', { name: `Student for ${name}` })
    expect(await student('Amira Haddad_18341_assignsubmission_file_essay.txt').inputValue()).toBe(
      'Amira Haddad',
    )
    expect(await student('B Ofori.txt').inputValue()).toBe('Ben Ofori')
    expect(await student('homework.txt').inputValue()).toBe('')
    const ofClass = panel.getByRole('combobox', { name: 'Class for homework.txt' })
    expect(await ofClass.inputValue()).toBe('7B')
    await expectAccessible(page)
    await page.setViewportSize(narrow)
    await expectAccessible(page)
    await student('homework.txt').click()
    await page.getByRole('option', { name: 'Ben Ofori' }).click()
    await panel.getByRole('button', { name: 'Assign all' }).click()
    await panel.waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 1440, height: 900 })
    for (const [document, name] of [
      // The student stands beside it, so the name begins behind theirs.
      ['essay.txt', 'Amira Haddad'],
      ['B Ofori.txt', 'Ben Ofori'],
      ['text.txt', 'Zoë Lefèvre'],
      ['homework.txt', 'Ben Ofori'],
    ] as const) {
      const row = await rowWith(page, document, 'Completed')
      await row.getByText(name).waitFor()
    }
    await page.reload()
    await rowWith(page, 'homework.txt', 'Completed')
    expect(await panel.count()).toBe(0)
  },
)

journey('the documents page accepts a ZIP and offers to assign its documents', async ({ page, product }) => {
  await registerTeacher(page, product.origin)
  const caller = await callerOf(page, product.origin)
  await caller.post('/students', { first_name: 'Amira', last_name: 'Haddad' })
  await page.goto(`${product.origin}/documents`)
  await uploadFiles(page, [zipOf('Amira Haddad.txt')])
  const panel = page.getByRole('region', { name: 'Assign uploaded documents' })
  await panel.getByRole('button', { name: 'Assign all' }).click()
  await panel.waitFor({ state: 'detached' })
  const row = await rowWith(page, 'Amira Haddad.txt', 'Completed')
  await row.getByText('Amira Haddad', { exact: true }).waitFor()
})
