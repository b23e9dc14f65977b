import type { Browser } from 'playwright'
import { writeZip } from '../../packages/extract/fixtures/zip-writer.ts'
import { submissions } from '../../scripts/screenshots/submissions.ts'
import { completeProfile, newAccount, register } from '../e2e/steps/account.ts'
import { uploadFiles } from '../e2e/steps/documents.ts'

const writers = [
  'Amelia Clarke',
  'Noah Bennett',
  'Zara Hussain',
  'Theo Marsh',
  'Leo Okafor',
  'Maisie Grant',
  'Yusuf Demir',
]

/** The texts of a class as a learning platform names them. */
const classZip = {
  name: '10B.zip',
  mimeType: 'application/zip',
  buffer: writeZip(
    submissions.map(({ name, text }, nth) => ({
      name: `${writers[nth]}_${18_340 + nth}_assignsubmission_file_${name}`,
      data: Buffer.from(text),
    })),
  ),
}

/**
 * What a new teacher does from the home page until the dashboard says of a whole class who needs them. Returns
 * that sentence, and the clicks and seconds that it took.
 */
export async function readClass(
  browser: Browser,
  origin: string,
): Promise<{ sentence: string; clicks: number; seconds: number }> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })
  try {
    let clicks = 0
    await context.exposeFunction('countClick', () => void clicks++)
    await context.addInitScript(() =>
      addEventListener('click', () => (window as unknown as { countClick(): void }).countClick(), true),
    )
    const page = await context.newPage()
    page.setDefaultTimeout(90_000)
    const begun = performance.now()
    await register(page, origin, newAccount())
    await completeProfile(page)
    await page.getByRole('link', { name: 'Documents', exact: true }).first().click()
    // The dashboard that it leads away from has a button of the same name.
    await page.getByRole('heading', { name: 'Documents', level: 1 }).waitFor()
    await uploadFiles(page, [classZip])
    const panel = page.getByRole('region', { name: 'Assign uploaded documents' })
    await panel.getByRole('button', { name: /^Create 10B with \d+ students$/ }).click()
    await panel.getByRole('button', { name: 'Assign all' }).click()
    await panel.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click()
    // Once all texts are read: until then it says "so far".
    const sentence = page.getByText(/texts? needs? you(?!.* so far).*\.$/).first()
    await sentence.waitFor()
    const seconds = (performance.now() - begun) / 1_000
    return { sentence: (await sentence.textContent()) ?? '', clicks, seconds }
  } finally {
    await context.close()
  }
}
