import { apiBase, type Route, routes } from '@penmark/contract'
import { expect } from 'vitest'
import { expectAccessible } from '../../browser/accessibility.ts'
import { openContext } from '../../browser/context.ts'
import { journeys, narrow } from '../../journey.ts'
import { registerTeacher } from '../../steps/account.ts'
import { callerOf } from '../../steps/calls.ts'
import { pasteText, rowWith } from '../../steps/documents.ts'
import { essay } from '../../steps/texts.ts'

const journey = journeys()

const areas = [
  '/admin',
  '/admin/billing',
  '/admin/students',
  '/admin/manage-classes',
  '/admin/documents',
  '/admin/operations',
  '/admin/messages',
  '/admin/audit',
]

journey(
  "an administrator limits a teacher's words, deletes a student, and finds both in the audit log",
  async ({ page, product }) => {
    // The first account is the administrator.
    await registerTeacher(page, product.origin)
    const context = await openContext(page.context().browser())
    const other = await context.newPage()
    const teacher = await registerTeacher(other, product.origin)
    await (await callerOf(other, product.origin)).post('/students', { first_name: 'Ida', last_name: 'Zola' })
    await pasteText(other, essay)
    await rowWith(other, /Pasted text/, 'Completed')

    await page.getByRole('navigation').getByRole('link', { name: 'Admin' }).click()
    await page.waitForURL('**/admin')
    await page.getByRole('heading', { name: 'Manage Teachers' }).waitFor()
    const row = page.getByRole('row').filter({ hasText: teacher.email })
    await row.getByRole('button', { name: /^Edit the limits of/ }).click()
    const editor = page.getByRole('dialog', { name: 'Usage limits' })
    await editor.getByLabel('Word limit').fill('40')
    await expectAccessible(page)
    await editor.getByRole('button', { name: 'Save limits' }).click()
    await page.getByText('The limits were saved.').waitFor()
    await row.getByText(/of 40$/).waitFor()

    await other.reload()
    await other.getByRole('button', { name: 'Paste Text' }).click()
    const paste = other.getByRole('dialog', { name: 'Paste Text for AI Detection' })
    await paste.getByRole('textbox', { name: 'Text' }).fill(essay)
    await paste.getByRole('button', { name: 'Detect AI' }).click()
    await other.getByRole('dialog', { name: 'Upload Limit Exceeded' }).waitFor()

    await page.goto(`${product.origin}/admin/students`)
    await page.getByRole('button', { name: 'Delete Ida Zola' }).click()
    const confirmation = page.getByRole('dialog', { name: 'Delete this student?' })
    await expectAccessible(page)
    await confirmation.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('The student was deleted.').waitFor()
    await page.getByText('No students have been added yet.').waitFor()

    await page.goto(`${product.origin}/admin/audit`)
    const entries = page.getByRole('row').filter({ hasText: teacher.email })
    await entries.filter({ hasText: 'Student deleted' }).waitFor()
    await entries
      .filter({ hasText: 'Usage limits changed' })
      .getByText(/word limit: none → 40/)
      .waitFor()
    await context.close()

    for (const area of areas) {
      await page.goto(`${product.origin}${area}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      for (const viewport of [narrow, { width: 1440, height: 900 }]) {
        await page.setViewportSize(viewport)
        await expectAccessible(page)
      }
    }
  },
)

journey(
  'a teacher who is not an administrator is refused on every page and by every call',
  async ({ page, product }) => {
    await registerTeacher(page, product.origin)
    expect(await page.getByRole('link', { name: 'Admin', exact: true }).count()).toBe(0)
    for (const [area, words] of [
      ['/admin/students', 'Admin privileges required to view this page.'],
      ['/admin/manage-classes', 'Admin privileges required to view this page.'],
      ['/admin/documents', 'You do not have administrator privileges.'],
    ] as const) {
      await page.goto(`${product.origin}${area}`)
      await page.getByText(words).waitFor()
      await expectAccessible(page)
    }
    for (const area of areas.filter((each) => !/students|classes|documents/.test(each))) {
      await page.goto(`${product.origin}${area}`)
      await page.waitForURL('**/dashboard')
    }
    const next = page.waitForRequest((request) => 'authorization' in request.headers())
    await page.reload()
    const { authorization = '' } = (await next).headers()
    const closed = Object.values<Route>(routes).filter(({ access }) => access === 'administrator')
    expect(closed.length).toBeGreaterThan(15)
    for (const { method, path } of closed) {
      const response = await fetch(`${product.origin}${apiBase}${path.replaceAll(/:\w+/g, 'anything')}`, {
        method,
        headers: { authorization },
      })
      expect([method, path, response.status]).toEqual([method, path, 403])
    }
  },
)
