import { expect } from 'vitest'
import { story } from '../../../../apps/server/src/testing/pupils-story.ts'
import { expectAccessible } from '../../browser/accessibility.ts'
import { sharedJourneys } from '../../journey.ts'
import { registerTeacher } from '../../steps/account.ts'
import { callerOf } from '../../steps/calls.ts'
import { pasteText } from '../../steps/documents.ts'

const journey = sharedJourneys()

journey("a pupil's story gets no score, and takes no words", async ({ page, product }) => {
  await registerTeacher(page, product.origin)
  await pasteText(page, story)
  const row = page.getByRole('row').filter({ hasText: 'Completed' }).first()
  await row.waitFor({ timeout: 120_000 })
  await row
    .getByRole('link', { name: /^View report/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Imaginative writing, so not scored' }).waitFor()
  const text = await page.locator('main').innerText()
  expect(text).toContain('talented pupils and machines write alike here, so the score says nothing')
  expect(text).not.toMatch(/in 1,000|by mistake|\d+\.\d ?%/)
  await expectAccessible(page)
  const caller = await callerOf(page, product.origin)
  const teacher = await caller.get<{ words_used_current_cycle: number }>('/teachers/me')
  expect(teacher.words_used_current_cycle).toBe(0)
})
