import type { Page } from 'playwright'
import { expect, vi } from 'vitest'
import { emptyOverview, noFigures } from '../../../../packages/contract/src/index.ts'
import { expectAccessible } from '../../browser/accessibility.ts'
import { sharedJourneys } from '../../journey.ts'
import { registerTeacher } from '../../steps/account.ts'
import { callerOf } from '../../steps/calls.ts'
import { rowWith, uploadFiles } from '../../steps/documents.ts'
import { essayFile } from '../../steps/texts.ts'

const journey = sharedJourneys()

/** Opens the list again if the page moved under it, which hides it. */
async function choose(page: Page, chooser: string, option: string): Promise<void> {
  const box = page.getByRole('combobox', { name: chooser })
  const choice = page.getByRole('option', { name: option })
  await vi.waitFor(
    async () => {
      if (!(await choice.isVisible())) await box.click()
      await choice.click({ timeout: 5_000 })
    },
    { timeout: 60_000 },
  )
  // The list of the next box may hold the same option: a second click on this one would take it back.
  await choice.waitFor({ state: 'hidden' })
}

/** The checkbox of a document's row. */
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` })

async function uploadAndFinish(page: Page, ...names: string[]): Promise<void> {
  await uploadFiles(page, names.map(essayFile))
  for (const name of names) await rowWith(page, name, 'Completed')
  // The panel appears a little after the upload and is not needed here.
  await page.getByRole('button', { name: 'Not now' }).click()
}

journey(
  'a teacher uploads several documents, assigns them together, and returns from a report each way',
  async ({ page, product }) => {
    await registerTeacher(page, product.origin, { at: '/documents' })
    await expectAccessible(page)
    const caller = await callerOf(page, product.origin)
    const { id: group } = (await (await caller.post('/class-groups', { class_name: 'Drama' })).json()) as {
      id: string
    }
    const ida = (await (await caller.post('/students', { first_name: 'Ida', last_name: 'Holm' })).json()) as {
      id: string
    }
    await caller.post(`/class-groups/${group}/students/${ida.id}`, {})
    await page.reload()

    await uploadFiles(page, [essayFile('first.txt'), essayFile('second.txt')])
    const panel = page.getByRole('region', { name: 'Assign uploaded documents' })
    await panel.waitFor()
    await choose(page, 'Class for first.txt', 'Drama')
    await choose(page, 'Student for first.txt', 'Ida Holm')
    expect(await panel.getByRole('button', { name: 'Assign all' }).isDisabled()).toBe(true)
    await choose(page, 'Student for second.txt', 'Ida Holm')
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Assign all' }).click()
    await panel.waitFor({ state: 'detached' })
    const row = await rowWith(page, 'first.txt', 'Ida Holm')
    await rowWith(page, 'first.txt', 'Completed')

    await row.getByRole('link', { name: 'View report of first.txt' }).click()
    await page.waitForURL('**/report')
    const report = page.url()
    await page.getByText('Ida Holm').first().waitFor()
    await page.getByRole('link', { name: 'Documents' }).last().click()
    await page.waitForURL('**/documents')

    const origins: [string, string][] = [
      [`from=class-student&classId=${group}&studentId=${ida.id}`, `/classes/${group}/students/${ida.id}`],
      [`from=class&classId=${group}`, `/classes/view/${group}`],
      [
        `from=student&studentId=${ida.id}&classId=${group}`,
        `/students/view/${ida.id}?from=class&classId=${group}`,
      ],
      [`from=students&studentId=${ida.id}`, `/students/view/${ida.id}?from=students`],
      ['from=dashboard', '/dashboard'],
      ['from=elsewhere', '/documents'],
    ]
    for (const [query, back] of origins) {
      await page.goto(`${report}?${query}`)
      const link = page.locator(`main a[href="${back}"]`).first()
      await link.waitFor()
      await link.click()
      await page.waitForURL(`**${back}`)
    }
  },
)

journey(
  'a teacher selects ranges by pointer and keyboard, and a deletion completes even after leaving the page',
  async ({ page, product }) => {
    await registerTeacher(page, product.origin, { at: '/documents' })
    // Newest first: d, c, b, a.
    await uploadAndFinish(page, 'a.txt', 'b.txt', 'c.txt', 'd.txt')
    const bar = page.getByRole('toolbar', { name: 'Selected rows' })

    await page.getByRole('cell', { name: 'd.txt', exact: true }).click()
    await page.getByRole('cell', { name: 'b.txt', exact: true }).click({ modifiers: ['Shift'] })
    await bar.getByText('3 selected').waitFor()
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })

    await box(page, 'c.txt').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+Space')
    await bar.getByText('3 selected').waitFor()
    expect(await box(page, 'd.txt').isChecked()).toBe(false)
    await page.keyboard.press('ControlOrMeta+a')
    await bar.getByText('4 selected').waitFor()
    await box(page, 'd.txt').click()
    await expectAccessible(page)

    await bar.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.locator('tr[data-state]').first().waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click()
    await page.getByText('3 deleted, 0 failed.').waitFor()
    const caller = await callerOf(page, product.origin)
    expect((await caller.get<{ filename: string }[]>('/documents')).map(({ filename }) => filename)).toEqual([
      'd.txt',
    ])
  },
  { reducedMotion: 'no-preference' },
)

journey(
  'an allowance that runs out during an upload stops the rest and says what Pro adds',
  async ({ page, product, watch }) => {
    watch.expect(/429.*\/documents\/upload/)
    await registerTeacher(page, product.origin, { at: '/documents' })
    let uploads = 0
    await page.route('**/documents/upload', (route) => {
      uploads += 1
      if (uploads !== 2) return route.continue()
      return route.fulfill({
        status: 429,
        json: { code: 'allowance_exceeded', detail: 'Monthly usage limit exceeded' },
      })
    })
    await uploadFiles(page, [essayFile('one.txt'), essayFile('two.txt'), essayFile('three.txt')])
    const dialog = page.getByRole('dialog', { name: 'Upload Limit Exceeded' })
    await dialog.getByText('Monthly usage limit exceeded').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Not uploaded').waitFor()
    await rowWith(page, 'one.txt', 'Completed')
    expect(uploads).toBe(2)
    expect(await page.getByRole('row').filter({ hasText: 'three.txt' }).count()).toBe(0)
  },
)

journey(
  'a failed reprocess marks the row for a while and shows the reason',
  async ({ page, product, watch }) => {
    watch.expect(/503.*\/reprocess/)
    await registerTeacher(page, product.origin, { at: '/documents' })
    await uploadFiles(page, [essayFile('fine.txt'), { ...essayFile('empty.txt'), buffer: Buffer.from(' ') }])
    const row = await rowWith(page, 'empty.txt', 'Error')
    await page.route('**/reprocess', (route) =>
      route.fulfill({ status: 503, json: { code: 'busy', detail: 'The queue rests.' } }),
    )
    await row.getByRole('button', { name: 'Reprocess empty.txt' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reprocess' }).click()
    await page.getByRole('row').filter({ hasText: 'Reprocess failed' }).waitFor()
    await page.getByText('Failed to reprocess document. The queue rests.').waitFor()
    await expectAccessible(page)
    await rowWith(page, 'empty.txt', 'Error')
  },
)

journey('the sentence about an upload begins with a capital letter', async ({ page, product }) => {
  await page.route('**/api/v1/overview*', (route) =>
    route.fulfill({
      json: {
        ...emptyOverview,
        figures: { ...noFigures, documents: 2, nothing_found: 1, waiting: 1 },
        words: 200,
        progress: { read: 1, of: 2, seconds_left: 20 },
      },
    }),
  )
  await registerTeacher(page, product.origin)
  expect(await page.getByText('nothing found in 1').first().innerText()).toBe('Nothing found in 1')
})
