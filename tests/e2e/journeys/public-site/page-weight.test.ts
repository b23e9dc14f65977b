import { expect } from 'vitest'
import { sampleTexts } from '../../../../apps/server/src/features/documents/samples/samples.ts'
import { sharedJourneys } from '../../journey.ts'
import { registerTeacher } from '../../steps/account.ts'
import { rowWith, uploadFile } from '../../steps/documents.ts'
import { scriptBytes } from '../../steps/script-weight.ts'
import { essayFile } from '../../steps/texts.ts'

const journey = sharedJourneys()

/**
 * In bytes. Grows past this only if something is fetched that nobody asked for yet
 * (docs/decisions/0035-small-bundles.md).
 */
const most = {
  '/': 100_000,
  '/dashboard': 200_000,
  '/documents': 200_000,
  '/classes': 200_000,
  '/students': 200_000,
  '/write': 220_000,
} as const

journey('pages load no more script than their limit', async ({ page, product }) => {
  await registerTeacher(page, product.origin)
  await uploadFile(page, essayFile('bakery.txt'))
  await rowWith(page, 'bakery.txt', 'Completed')
  // The dashboard has a card, whose words it loads too.
  await uploadFile(page, { name: 'machine.txt', mimeType: 'text/plain', buffer: Buffer.from(sampleTexts.ai) })
  await rowWith(page, 'machine.txt', 'Completed')
  await page.goto(`${product.origin}/dashboard`)
  await page.getByRole('region', { name: 'Who needs you' }).getByRole('listitem').first().waitFor()
  const browser = page.context().browser()
  if (browser === null) throw new Error('The page belongs to no browser.')
  for (const [path, bytes] of Object.entries(most)) {
    expect(await scriptBytes(browser, page, product.origin, path), `script of ${path}`).toBeLessThanOrEqual(
      bytes,
    )
  }
})

journey('public pages load no more script than their limit for a visitor', async ({ page, product }) => {
  const browser = page.context().browser()
  if (browser === null) throw new Error('The page belongs to no browser.')
  for (const path of ['/', '/support', '/cookie-preferences', '/technology'])
    expect(await scriptBytes(browser, page, product.origin, path), `script of ${path}`).toBeLessThanOrEqual(
      100_000,
    )
})

journey('a public page is painted before it asks for React', async ({ product }) => {
  for (const path of ['/', '/pricing', '/support']) {
    const html = await (await fetch(`${product.origin}${path}`)).text()
    const addresses = Array.from(
      html.matchAll(/<(?:script|link rel="modulepreload")[^>]* (?:src|href)="(\/[^"]+\.js)"/g),
      ([, address]) => address,
    )
    expect(addresses, path).not.toEqual([])
    const sizes = addresses.map(
      async (address) => (await (await fetch(`${product.origin}${address}`)).arrayBuffer()).byteLength,
    )
    expect(
      (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0),
      `first scripts of ${path}`,
    ).toBeLessThanOrEqual(10_000)
  }
})
