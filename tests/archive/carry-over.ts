import { execFile } from 'node:child_process'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright'
import { openProduct, type Product } from '../e2e/product/product.ts'
import { signIn } from '../e2e/steps/account.ts'
import { type Installed, newPage } from '../nodes/journey.ts'
import { unpackData } from '../releases/releases.ts'

const run = promisify(execFile)
const settings = { LOG_LEVEL: 'error' }

/** Who worked in the data that 0.1.0 left behind. */
const account = {
  email: 'amara.osei@school.example',
  password: 'quiet rivers bend slowly',
  givenName: 'Amara',
  familyName: 'Osei',
}

/**
 * Opens the data of 0.1.0, backs it up while the product runs, restores the backup into an empty folder, and
 * finds the reports each time.
 */
export async function carryOver(
  browser: Browser,
  installed: Installed,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const command = (args: string[], dataDir: string) =>
    run(installed.node, [join(installed.project, installed.program ?? ''), ...args], {
      cwd: folder,
      env: { ...process.env, ...settings, DATA_DIR: dataDir },
      signal,
    })
  const [old, backups, restored] = [join(folder, 'old'), join(folder, 'backups'), join(folder, 'restored')]
  await unpackData('0.1.0', old)
  const updated = await openProduct(settings, { ...installed, template: old, signal })
  try {
    await findReports(browser, updated)
    await command(['backup', '--to', backups], updated.dataDir)
  } finally {
    await updated.remove()
  }
  const [backup = ''] = await readdir(backups)
  await command(['restore', join(backups, backup)], restored)
  const opened = await openProduct(settings, { ...installed, template: restored, signal })
  try {
    await findReports(browser, opened)
  } finally {
    await opened.remove()
    await rm(restored, { recursive: true })
  }
}

async function findReports(browser: Browser, { origin }: Product): Promise<void> {
  const page = await newPage(browser)
  await signIn(page, origin, account)
  await page.goto(`${origin}/documents`)
  await page.getByRole('row').filter({ hasText: 'Completed' }).nth(1).waitFor()
  await page.getByRole('link', { name: 'office-essay.docx' }).first().click()
  await page.locator('main').getByText('harbour').first().waitFor()
  await page.context().close()
}
