import type { Locator, Page } from 'playwright'

const finishedWithinMs = 120_000

type Upload = string | { name: string; mimeType: string; buffer: Buffer }

/** Chooses one file and uploads it. A ZIP is uploaded as soon as it is chosen: see `uploadFiles`. */
export async function uploadFile(page: Page, file: Upload): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Browse Files' }).click()
  await (await chooser).setFiles(file)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
}

/** Chooses several files on the documents page, which uploads them immediately. */
export async function uploadFiles(page: Page, files: Exclude<Upload, string>[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Browse Files' }).click()
  await (await chooser).setFiles(files)
}

export async function pasteText(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Paste Text' }).click()
  const dialog = page.getByRole('dialog', { name: 'Paste Text for AI Detection' })
  await dialog.getByRole('textbox', { name: 'Text' }).fill(text)
  await dialog.getByRole('button', { name: 'Detect AI' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** The row of a document once it shows the status. */
export async function rowWith(page: Page, name: string | RegExp, status: string): Promise<Locator> {
  const row = page.getByRole('row').filter({ hasText: name }).filter({ hasText: status }).first()
  await row.waitFor({ timeout: finishedWithinMs })
  return row
}

/** Opens the report of a completed document. */
export async function openReport(page: Page, name: string | RegExp): Promise<void> {
  const row = await rowWith(page, name, 'Completed')
  await row
    .getByRole('link', { name: /^View report/ })
    .first()
    .click()
  await page.waitForURL('**/report*')
}
