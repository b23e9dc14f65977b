import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { expectAccessible } from '../../browser/accessibility.ts'
import { openContext } from '../../browser/context.ts'
import { journeys } from '../../journey.ts'
import { openProduct } from '../../product/product.ts'
import { registerTeacher, signIn } from '../../steps/account.ts'
import { pasteText, rowWith } from '../../steps/documents.ts'
import { essay } from '../../steps/texts.ts'

const journey = journeys()
const program = join(import.meta.dirname, '../../../../apps/server/dist/start.js')

journey(
  'an administrator makes a backup, downloads it, and moves everything to another machine',
  async ({ page, product }) => {
    const account = await registerTeacher(page, product.origin)
    await pasteText(page, essay)
    await rowWith(page, /Pasted text/, 'Completed')

    await page.goto(`${product.origin}/admin`)
    await page.getByRole('link', { name: 'Backups' }).click()
    await page.getByText('No backups yet.').waitFor()
    await page.getByRole('button', { name: 'Make a backup now' }).click()
    await page.getByText('The backup has begun.').waitFor()
    await page.reload()
    await page
      .getByRole('row')
      .filter({ hasText: 'By hand' })
      .getByText(/^Verified/)
      .waitFor()
    await expectAccessible(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Download the backup/ }).click(),
    ])
    const folder = await mkdtemp(join(tmpdir(), 'penmark-moved-'))
    try {
      const archive = join(folder, download.suggestedFilename())
      await download.saveAs(archive)
      const moved = join(folder, 'data')
      await promisify(execFile)(process.execPath, [program, 'restore', archive], {
        env: { ...process.env, DATA_DIR: moved },
      })
      const other = await openProduct({}, { template: moved })
      try {
        const context = await openContext(page.context().browser())
        const elsewhere = await context.newPage()
        await signIn(elsewhere, other.origin, account)
        await rowWith(elsewhere, /Pasted text/, 'Completed')
      } finally {
        await other.remove()
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }

    await page.getByRole('button', { name: /^Delete the backup/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No backups yet.').waitFor()
    expect(await page.getByRole('button', { name: 'Make a backup now' }).isEnabled()).toBe(true)
  },
)
