import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { expectAccessible } from '../../browser/accessibility.ts'
import { journeys, narrow } from '../../journey.ts'
import { registerTeacher, registerThroughForms } from '../../steps/account.ts'
import { pasteText, rowWith, uploadFile } from '../../steps/documents.ts'
import { essay, essayFile } from '../../steps/texts.ts'

const journey = journeys()

async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile()).map(({ name }) => name)
}

journey(
  'a teacher exports everything, sets a retention period, and erases the account although the process is killed meanwhile',
  async ({ page, product, watch }) => {
    watch.expect(/404.*\/api\/v1\/teachers\/me/)
    const account = await registerThroughForms(page, product.origin)
    await uploadFile(page, essayFile('bus.txt'))
    await rowWith(page, 'bus.txt', 'Completed')
    await pasteText(page, essay)
    await rowWith(page, /Pasted text/, 'Completed')

    await page.goto(`${product.origin}/profile`)
    await page.getByRole('heading', { name: 'Data Export and Privacy' }).waitFor()
    await expectAccessible(page)
    const data = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download data (JSON)' }).click()
    const exported = JSON.parse(await readFile(await (await data).path(), 'utf8')) as {
      documents: { text: string }[]
    }
    expect(exported.documents.map(({ text }) => text.trim())).toEqual([essay, essay])

    await page.getByRole('button', { name: 'Create an archive (ZIP)' }).click()
    await page.getByText(/The archive is ready/).waitFor({ timeout: 120_000 })
    const archive = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    const zip = await readFile(await (await archive).path())
    expect((await archive).suggestedFilename()).toMatch(/^penmark-export-\d{4}-\d\d-\d\d\.zip$/)
    expect(zip.subarray(0, 2).toString()).toBe('PK')
    for (const name of ['export.json', 'documents/0001 bus.txt', 'reports/0001 bus.pdf'])
      expect(zip.includes(name)).toBe(true)

    await page.getByLabel('Delete documents after').selectOption({ label: '30 days' })
    await page
      .locator('form', { has: page.getByLabel('Delete documents after') })
      .getByRole('button', { name: 'Save' })
      .click()
    await page.getByText('No document is old enough today.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save setting' }).click()
    await page.getByText('Saved.').waitFor()

    await page.getByRole('button', { name: 'Delete account…' }).click()
    await page.getByRole('textbox', { name: /Type/ }).fill('delete my account')
    await expectAccessible(page)
    // From here on the server is down for a while and the session has ended.
    watch.expect(/net::ERR_(CONNECTION_|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)|401/)
    await page.getByRole('button', { name: 'Delete permanently' }).click()
    await page.waitForURL('**/erased/*')
    await product.kill()
    await product.start()
    await page.getByText('SHA-256 of the receipt').waitFor({ timeout: 120_000 })
    await expectAccessible(page)
    await page.getByRole('row', { name: 'Documents 2' }).waitFor()
    // Only the mark of the installation is left.
    expect(await filesIn(join(product.dataDir, 'files'))).toEqual(['installation.json'])

    await page.goto(`${product.origin}/dashboard`)
    await page.getByLabel('Email', { exact: true }).fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    // The account no longer exists.
    watch.expect(/422.*\/interaction\//)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
  },
)

journey(
  'the profile and the placeholder pages fit on a phone',
  async ({ page, product, watch }) => {
    watch.expect(/404.*\/nowhere/)
    await registerTeacher(page, product.origin)
    for (const path of ['/profile', '/schools', '/teachers', '/assess/d1', '/nowhere']) {
      await page.goto(`${product.origin}${path}`)
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
      await expectAccessible(page)
    }
  },
  { viewport: narrow },
)
