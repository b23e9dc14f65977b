import { expect } from 'vitest'
import { expectAccessible } from '../../browser/accessibility.ts'
import { sharedJourneys } from '../../journey.ts'
import { completeProfile, newAccount, register } from '../../steps/account.ts'
import { openReport, pasteText, uploadFile } from '../../steps/documents.ts'
import { essay, essayFile, fixture } from '../../steps/texts.ts'

const journey = sharedJourneys()

const files = [
  // These three hold a personal story, which gets no score.
  { name: 'office-essay.pdf', file: fixture('office-essay.pdf'), says: 'harbour', isStory: true },
  // Before the one whose name contains its name: rows are found by what they contain.
  { name: 'office-essay.doc', file: fixture('office-essay.doc'), says: 'harbour', isStory: true },
  { name: 'office-essay.docx', file: fixture('office-essay.docx'), says: 'harbour', isStory: true },
  { name: 'bakery.txt', file: essayFile('bakery.txt'), says: 'bakery', isStory: false },
]

journey(
  'a teacher registers, completes the profile, uploads each kind of file and pastes text, and reads every report',
  async ({ page, product, watch }) => {
    // A new account has no profile yet: the web gets a 404 and creates it.
    watch.expect(/404.*\/api\/v1\/teachers\/me/)
    await page.goto(product.origin)
    await page.getByRole('link', { name: 'Start Free' }).waitFor()
    await expectAccessible(page)

    await register(page, product.origin, newAccount())
    await expectAccessible(page)
    await page.goto(`${product.origin}/documents`)
    await page.waitForURL('**/profile')
    await completeProfile(page)
    await expectAccessible(page)

    for (const { name, file, says, isStory } of files) {
      await uploadFile(page, file)
      await openReport(page, name)
      await expectReport(name, says, isStory)
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Back to the dashboard' }).click()
      await page.waitForURL('**/dashboard')
    }

    await pasteText(page, essay)
    await page.getByRole('link', { name: 'View All' }).click()
    await page.waitForURL('**/documents')
    await expect
      .poll(() => page.getByRole('row').filter({ hasText: 'Completed' }).count(), { timeout: 120_000 })
      .toBe(5)
    await expectAccessible(page)

    async function expectReport(name: string, says: string, isStory: boolean): Promise<void> {
      const main = page.locator('main')
      if (isStory) {
        await page.getByRole('heading', { name: 'Imaginative writing, so not scored' }).waitFor()
        await main.getByText(name).first().waitFor()
        await main.getByText(says).first().waitFor()
        return
      }
      await page
        .getByRole('heading', { name: /reads? like AI writing|not enough to say|Nothing here stands out/ })
        .waitFor()
      await page.getByRole('heading', { name: 'For the record' }).click()
      // The text of the document arrives after the finding.
      await main.getByText(says).first().waitFor()
      // Non-breaking spaces hold a figure and its unit together.
      const text = (await main.innerText()).replaceAll(/\s+/g, ' ')
      expect(text).toContain(name)
      expect(text).toContain(says)
      expect(text).toMatch(/\d+\.\d ?%/)
      expect(text).toMatch(/AI Detected|Human Written/)
      expect(text).toMatch(
        /(none|[\d,]+) of [\d,]+ (students’ essays, reports and reflections of this length|tested)/,
      )
      expect(text).toContain('A score is a reason to talk, not proof.')
    }
  },
)
