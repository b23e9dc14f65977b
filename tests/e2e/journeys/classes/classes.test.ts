import type { Page } from 'playwright'
import { expect } from 'vitest'
import { expectAccessible } from '../../browser/accessibility.ts'
import { narrow, sharedJourneys } from '../../journey.ts'
import { registerTeacher } from '../../steps/account.ts'
import { type Caller, callerOf } from '../../steps/calls.ts'
import { openReport, rowWith } from '../../steps/documents.ts'
import { essayFile } from '../../steps/texts.ts'

const journey = sharedJourneys()

const expectText = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor()

/** A toast may lie over a row, and stays as long as the pointer is on it. */
const untilToastsLeave = (page: Page) =>
  expect.poll(() => page.locator('.mantine-Notification-root').count(), { timeout: 60_000 }).toBe(0)

async function addStudent(caller: Caller, first_name: string, last_name: string): Promise<string> {
  const answer = await caller.post('/students', { first_name, last_name })
  return ((await answer.json()) as { id: string }).id
}

journey(
  "a teacher creates a class, uploads and assigns its documents, reads a student's report and returns, and exports the class",
  async ({ page, product, watch }) => {
    await registerTeacher(page, product.origin)
    const caller = await callerOf(page, product.origin)
    await addStudent(caller, 'Ida', 'Holm')
    const [mona, otto, kurt] = [
      await addStudent(caller, 'Mona', 'Berg'),
      await addStudent(caller, 'Otto', 'Lind'),
      await addStudent(caller, 'Kurt', 'Dahl'),
    ]

    await page.getByRole('link', { name: 'Classes' }).click()
    await expectText(page, /You have no classes yet/)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'New class' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create a class' })
    await dialog.getByLabel('Class name').fill('Year 10 English')
    await dialog.getByLabel('Academic year').fill('2026/27')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Create class' }).click()
    await page.waitForURL('**/classes/view/*?edit=true')
    const classPage = page.url().replace('?edit=true', '')

    await addAll('Ida Holm', 'Mona Berg', 'Otto Lind')
    await expectText(page, '3 students added successfully.')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Done' }).click()
    await expectText(page, 'Switch to edit mode to manage students.')
    await expectAccessible(page)

    await page.getByRole('tab', { name: /^Documents/ }).click()
    await chooseFiles('one.txt', 'two.txt')
    await expectText(page, '2 files uploaded successfully')
    const panel = page.getByRole('region', { name: 'Assign uploaded documents' })
    await panel.waitFor()
    await expectAccessible(page)
    expect(await panel.getByRole('button', { name: 'Assign all' }).isDisabled()).toBe(true)
    for (const [name, student] of [
      ['one.txt', 'Ida Holm'],
      ['two.txt', 'Mona Berg'],
    ] as const) {
      await panel.getByRole('combobox', { name: `Student for ${name}` }).click()
      await page.getByRole('option', { name: student }).click()
    }
    await panel.getByRole('button', { name: 'Assign all' }).click()
    await expectText(page, '2 assigned, 0 failed.')
    for (const name of ['one.txt', 'two.txt']) await rowWith(page, name, 'Completed')
    await page.getByRole('checkbox', { name: 'Select one.txt' }).check()
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    for (const [item, filename] of [
      ['Class table (CSV)', 'Year 10 English (2026 27).csv'],
      ['Class reports (ZIP of PDFs)', 'Year 10 English (2026 27).zip'],
    ] as const) {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export' }).click()
      await page.getByRole('menuitem', { name: item }).click()
      expect((await download).suggestedFilename()).toBe(filename)
    }

    await page.getByRole('tab', { name: /^Students/ }).click()
    await page.getByRole('link', { name: 'View Ida Holm' }).click()
    await page.getByRole('heading', { level: 1, name: 'Ida Holm' }).waitFor()
    await rowWith(page, 'one.txt', 'Completed')
    await expectAccessible(page)
    const studentPage = page.url()
    await openReport(page, 'one.txt')
    await page.getByRole('heading', { name: 'Text', exact: true }).waitFor()
    await page.getByRole('link', { name: /^Back to/ }).click()
    await page.waitForURL(studentPage)
    await page.getByRole('link', { name: 'Year 10 English (2026/27)' }).click()
    await page.waitForURL(classPage)

    // Otto is deleted elsewhere: removing him from the class answers 404, which is fine.
    watch.expect(/404.*\/class-groups\/.*\/students\//)
    await page.getByRole('button', { name: 'Edit' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Otto' })
    await row.waitFor()
    await untilToastsLeave(page)
    await caller.remove(`/students/${otto}`)
    await row.getByRole('button', { name: 'Remove Otto Lind from the class' }).click()
    await expectText(page, 'Student removed from class successfully!')
    await row.waitFor({ state: 'hidden' })
    await untilToastsLeave(page)

    // Kurt is deleted elsewhere and Mona left the class, so only one of the two can be added.
    await page.getByRole('button', { name: 'Remove Mona Berg from the class' }).click()
    await page.getByRole('checkbox', { name: 'Mona Berg' }).waitFor()
    await caller.remove(`/students/${kurt}`)
    expect(mona).not.toBe(kurt)
    await addAll('Mona Berg', 'Kurt Dahl')
    await expectText(page, /^1 students added successfully\. 1 failed: Kurt Dahl: There is no such student/)

    async function addAll(...names: string[]): Promise<void> {
      const picker = page.getByRole('region', { name: 'Add students' })
      for (const name of names) await picker.getByRole('checkbox', { name }).check()
      await picker.getByRole('button', { name: `Add ${names.length} students` }).click()
    }

    async function chooseFiles(...names: string[]): Promise<void> {
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Browse Files' }).click()
      await (await chooser).setFiles(names.map((name) => essayFile(name)))
    }
  },
)

journey('the tables of a class show names whole, however long they are', async ({ page, product }) => {
  await registerTeacher(page, product.origin)
  const caller = await callerOf(page, product.origin)
  const name = ['Maximiliana-Alexandrina', 'Featherstonehaugh-Cholmondeley'] as const
  const student_id = await addStudent(caller, ...name)
  const { id } = (await (await caller.post('/class-groups', { class_name: 'Drama' })).json()) as {
    id: string
  }
  await caller.post(`/class-groups/${id}/students/${student_id}`, {})
  const title = 'Jaden Price - essay'
  await caller.post('/documents/text', { text: 'A short text.', title, class_group_id: id, student_id })
  for (const size of [{ width: 1280, height: 800 }, narrow]) {
    await page.setViewportSize(size)
    for (const [tab, label] of [
      ['documents', 'Documents'],
      ['students', 'Students'],
    ] as const) {
      await page.goto(`${product.origin}/classes/view/${id}?tab=${tab}`)
      const table = page.getByRole('table', { name: label }).or(page.getByRole('list', { name: label }))
      await table.getByText('Featherstonehaugh').waitFor()
      const hidden = await table
        .locator('*')
        .filter({ hasText: /Maximiliana|Featherstonehaugh|Jaden/ })
        .evaluateAll((cells) =>
          cells.map((cell) =>
            Math.max(cell.scrollWidth - cell.clientWidth, cell.scrollHeight - cell.clientHeight),
          ),
        )
      // Heights are rounded.
      expect(Math.max(...hidden)).toBeLessThanOrEqual(1)
    }
  }
})

journey(
  'the screens of a class fit on a phone',
  async ({ page, product }) => {
    await registerTeacher(page, product.origin)
    const caller = await callerOf(page, product.origin)
    const student = await addStudent(caller, 'Ida', 'Holm')
    const { id } = (await (await caller.post('/class-groups', { class_name: 'Drama' })).json()) as {
      id: string
    }
    await caller.post(`/class-groups/${id}/students/${student}`, {})
    await caller.post('/documents/text', {
      text: 'A short text that waits for its report.',
      class_group_id: id,
      student_id: student,
    })
    for (const [address, words] of [
      ['/classes', 'Drama'],
      [`/classes/view/${id}`, 'Total students'],
      [`/classes/view/${id}?edit=true`, 'Add students'],
      [`/classes/${id}/students/${student}`, 'Documents in this class'],
    ] as const) {
      await page.goto(product.origin + address)
      await expectText(page, words)
      await expectAccessible(page)
    }
  },
  { viewport: narrow, isMobile: true, hasTouch: true, colorScheme: 'dark' },
)
