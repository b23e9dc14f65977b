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
  'a ZIP of a class is matched to its students by name, confirmed in a table and assigned',
  async ({ page, product }) => {
    await registerTeacher(page, product.origin)
    const caller = await callerOf(page, product.origin)
    for (const [first_name, last_name] of [
      ['Amira', 'Haddad'],
      ['Ben', 'Ofori'],
      ['Zoë', 'Lefèvre'],
    ])
      await caller.post('/students', { first_name, last_name })

    await page.goto(`${product.origin}/documents`)
    await page.getByText('A ZIP file works too: each document in it is uploaded separately.').waitFor()
    await uploadFiles(page, [
      zipOf(
        'essays/Amira_Haddad_essay.txt',
        'essays/OFORI, Ben.txt',
        'essays/lefevrezoe_123_456_text.txt',
        'essays/homework.txt',
      ),
    ])
    const panel = page.getByRole('region', { name: 'Assign uploaded documents' })
    await panel.getByText('3 of 4 documents name their students.').waitFor()
    const student = (name: string) => panel.getByRole('combobox', { name: `Student for ${name}` })
    expect(await student('Amira_Haddad_essay.txt').inputValue()).toBe('Amira Haddad')
    expect(await student('OFORI, Ben.txt').inputValue()).toBe('Ben Ofori')
    expect(await student('lefevrezoe_123_456_text.txt').inputValue()).toBe('Zoë Lefèvre')
    expect(await student('homework.txt').inputValue()).toBe('')
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
      ['OFORI, Ben.txt', 'Ben Ofori'],
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
