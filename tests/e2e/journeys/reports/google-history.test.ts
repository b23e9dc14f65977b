import { expect } from 'vitest'
import { expectAccessible } from '../../browser/accessibility.ts'
import { narrow, sharedJourneys } from '../../journey.ts'
import { registerTeacher } from '../../steps/account.ts'
import { openReport, uploadFile } from '../../steps/documents.ts'
import { essay, essayFile } from '../../steps/texts.ts'

const journey = sharedJourneys()

/** The essay as Google Docs keeps it: the first paragraph in small pieces, the rest at once a day later. */
function historyOf(text: string): Buffer {
  const google = text.replaceAll('\n\n', '\n')
  const first = google.indexOf('\n') + 1
  const rows: unknown[] = []
  const start = Date.UTC(2026, 8, 1, 9)
  const add = (operation: unknown, at: number) =>
    rows.push([operation, at, 'person', rows.length + 1, 'session', rows.length])
  for (let from = 0; from < first; from += 6)
    add({ ty: 'is', ibi: from + 1, s: google.slice(from, Math.min(first, from + 6)) }, start + from * 250)
  add({ ty: 'is', ibi: first + 1, s: google.slice(first) }, start + 86_400_000)
  add({ ty: 'as', st: 'text', si: 1, ei: 8 }, start + 86_401_000)
  return Buffer.from(`)]}'\n${JSON.stringify({ chunkedSnapshot: [[]], changelog: rows })}`)
}

journey('a teacher opens the history of a text from Google Docs on its report', async ({ page, product }) => {
  await registerTeacher(page, product.origin)
  await uploadFile(page, essayFile('Noticing.txt'))
  await openReport(page, 'Noticing')
  const part = page.getByRole('region', { name: 'How this text came to be' })
  await part.getByText('Written in Google Docs?').click()
  await part.getByRole('button', { name: 'Copy its address' }).click()
  await part.getByText('Copied. Add a bookmark and paste this as its address.').waitFor()
  await part.getByRole('link', { name: 'Save Docs history' }).click()
  await part.getByText('drag it to your bookmarks bar.').waitFor()
  await expectAccessible(page)
  const chooser = page.waitForEvent('filechooser')
  await part.getByRole('button', { name: 'Open a Google Docs history' }).click()
  await (await chooser).setFiles({
    name: 'load.json',
    mimeType: 'application/json',
    buffer: historyOf(essay),
  })
  await part.getByText(/in 2 sessions, .* in small changes; 1 insertion at once/).waitFor()
  await part.getByText('100% of this document is in the final version of the history').waitFor()
  await part.getByText('Penmark cannot vouch for it').waitFor()
  expect(await part.getByRole('region', { name: 'The text at this moment' }).innerText()).toContain(
    'Towns should put signs where people actually look',
  )
  await expectAccessible(page)
  await page.setViewportSize(narrow)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(narrow.width)
})
