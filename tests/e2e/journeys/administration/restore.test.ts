import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect, inject } from 'vitest'
import { expectAccessible } from '../../browser/accessibility.ts'
import { openContext } from '../../browser/context.ts'
import { journeys } from '../../journey.ts'
import { openProduct, type Product } from '../../product/product.ts'
import { type Account, registerTeacher } from '../../steps/account.ts'
import { callerOf } from '../../steps/calls.ts'
import { pasteText, rowWith, uploadFile } from '../../steps/documents.ts'
import { essay, essayFile } from '../../steps/texts.ts'

const journey = journeys()

interface Row {
  id: string
  original_filename: string
  standing: string | null
}

/** Everything that a teacher sees of their documents, and the stored files. */
async function contentsOf(page: Page, product: Product) {
  const caller = await callerOf(page, product.origin)
  const documents = await caller.get<Row[]>('/documents')
  const reports = await Promise.all(documents.map(({ id }) => caller.get(`/results/document/${id}`)))
  const folder = join(product.dataDir, 'files')
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const files = await Promise.all(
    names.map(async (name) => [name.slice(folder.length), await readFile(name, 'base64')] as const),
  )
  return { documents, reports, files: Object.fromEntries(files) }
}

async function downloadBackup(page: Page, product: Product, folder: string): Promise<string> {
  await page.goto(`${product.origin}/admin/backups`)
  await page.getByRole('button', { name: 'Make a backup now' }).click()
  await page
    .getByRole('row')
    .filter({ hasText: 'By hand' })
    .getByText(/^Verified/)
    .waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download the backup/ }).click(),
  ])
  const archive = join(folder, download.suggestedFilename())
  await download.saveAs(archive)
  return archive
}

/** A page without our watch, which would call the restart a fault. */
async function anotherPage(page: Page): Promise<Page> {
  const context = await openContext(page.context().browser(), { viewport: { width: 1440, height: 900 } })
  const opened = await context.newPage()
  opened.setDefaultTimeout(120_000)
  return opened
}

async function signInAgain(page: Page, account: Account): Promise<void> {
  await page.getByText('The backup is restored', { exact: true }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Email', { exact: true }).fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/dashboard')
}

/** Chooses the file, loses the connection in the middle, reloads, and chooses it again. */
async function sendWithInterruptions(page: Page, archive: string): Promise<void> {
  let parts = 0
  await page.route('**/parts?*', (route) => {
    parts += 1
    return parts < 3 ? route.continue() : route.abort()
  })
  const choose = () => page.locator('input[type=file]').setInputFiles(archive)
  await choose()
  await page.getByText('The server cannot be reached at the moment.', { exact: false }).waitFor()
  await expectAccessible(page)
  await page.reload()
  await page.getByText('was not sent completely', { exact: false }).waitFor()
  await page.unroute('**/parts?*')
  await choose()
  await page.getByText('is complete and undamaged', { exact: false }).waitFor()
  await expectAccessible(page)
}

journey(
  'a backup is restored in the browser: on an empty installation, and in the admin area',
  async ({ page, product }) => {
    const account = await registerTeacher(page, product.origin)
    await pasteText(page, essay)
    await rowWith(page, /Pasted text/, 'Completed')
    await uploadFile(page, essayFile('bakery.txt'))
    await rowWith(page, 'bakery.txt', 'Completed')
    // Both are the same essay: only once they were compared does nothing change any more.
    const caller = await callerOf(page, product.origin)
    await expect
      .poll(async () => (await caller.get<Row[]>('/documents')).map(({ standing }) => standing))
      .toEqual(['needs-you', 'needs-you'])
    const before = await contentsOf(page, product)
    const folder = await mkdtemp(join(tmpdir(), 'penmark-downloaded-'))
    const empty = await openProduct({}, { template: inject('dataTemplate') })
    try {
      const archive = await downloadBackup(page, product, folder)

      const first = await anotherPage(page)
      await first.goto(`${empty.origin}/welcome`)
      await first.getByRole('button', { name: 'Restore a backup' }).click()
      await sendWithInterruptions(first, archive)
      await first.getByRole('button', { name: 'Restore this backup' }).click()
      await signInAgain(first, account)
      expect(await contentsOf(first, empty)).toEqual(before)
      expect(empty.isRunning()).toBe(true)

      // The restored installation goes on, and is then taken back to the same day.
      await first.goto(`${empty.origin}/documents`)
      await pasteText(first, `${essay} More was written later.`)
      await expect
        .poll(() => first.getByRole('row').filter({ hasText: 'Completed' }).count(), { timeout: 120_000 })
        .toBe(3)
      await first.goto(`${empty.origin}/admin/backups`)
      await first.getByRole('button', { name: 'Restore a backup' }).click()
      await first.locator('input[type=file]').setInputFiles(archive)
      const confirm = first.getByRole('button', { name: 'Replace everything' })
      await confirm.waitFor()
      expect(await confirm.isDisabled()).toBe(true)
      await expectAccessible(first)
      await first.getByLabel('Type RESTORE to confirm').fill('restore')
      await confirm.click()
      await signInAgain(first, account)
      expect(await contentsOf(first, empty)).toEqual(before)

      // What was replaced is kept as a backup, and the audit log knows.
      await first.goto(`${empty.origin}/admin/backups`)
      await first.getByRole('row').filter({ hasText: 'Before a restore' }).waitFor()
      await first.goto(`${empty.origin}/admin/audit`)
      await first.getByRole('row').filter({ hasText: 'Backup restored' }).first().waitFor()
    } finally {
      await empty.remove()
      await rm(folder, { recursive: true, force: true })
    }
  },
)
