import { execFile } from 'node:child_process'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright'
import { openProduct, type Product } from '../e2e/product/product.ts'
import { signIn } from '../e2e/steps/account.ts'
import { type Installed, newPage } from '../nodes/journey.ts'
import { unpackCompleteData, unpackData } from '../releases/releases.ts'

const run = promisify(execFile)
const settings = { LOG_LEVEL: 'error' }

/** Data that released versions left behind, and a document of the teacher below in it. */
export const releasedData = [
  {
    version: '0.1.0',
    unpack: (folder: string) => unpackData('0.1.0', folder),
    name: 'office-essay.docx',
    word: 'harbour',
  },
  {
    version: '0.2.0',
    unpack: (folder: string) => unpackCompleteData('0.2.0', 'embedded', folder),
    name: 'ida.txt',
    word: 'From the course.',
  },
]
type ReleasedData = (typeof releasedData)[number]

/** Who worked in them. */
const account = {
  email: 'amara.osei@school.example',
  password: 'quiet rivers bend slowly',
  givenName: 'Amara',
  familyName: 'Osei',
}

/**
 * Opens the data of a release, backs it up while the product runs, restores the backup into an empty folder,
 * and finds the report each time.
 */
export async function carryOver(
  data: ReleasedData,
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
  const place = (name: string) => join(folder, data.version, name)
  const [old, backups, restored] = [place('old'), place('backups'), place('restored')]
  await data.unpack(old)
  const updated = await openProduct(settings, { ...installed, template: old, signal })
  try {
    await findReport(browser, updated, data)
    await command(['backup', '--to', backups], updated.dataDir)
  } finally {
    await updated.remove()
  }
  const [backup = ''] = await readdir(backups)
  await command(['restore', join(backups, backup)], restored)
  const opened = await openProduct(settings, { ...installed, template: restored, signal })
  try {
    await findReport(browser, opened, data)
  } finally {
    await opened.remove()
    await rm(place('.'), { recursive: true })
  }
}

async function findReport(
  browser: Browser,
  { origin }: Product,
  { name, word }: ReleasedData,
): Promise<void> {
  const page = await newPage(browser)
  await signIn(page, origin, account)
  await page.goto(`${origin}/documents`)
  await page.getByRole('row').filter({ hasText: name }).filter({ hasText: 'Completed' }).first().waitFor()
  await page.getByRole('link', { name }).first().click()
  await page.locator('main').getByText(word).first().waitFor()
  await page.context().close()
}
