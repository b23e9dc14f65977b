import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findChromium } from '../tests/e2e/browser/find.ts'
import { launchChromium } from '../tests/e2e/browser/launch.ts'

/**
 * `npm run generate -- icons`: draws the product's mark in the sizes that browsers and telephones ask for.
 */
const folder = join(import.meta.dirname, '../apps/web/public')
const mark = await readFile(join(folder, 'icon.svg'), 'utf8')

const chromium = findChromium()
if (chromium === null) throw new Error('The icons need a Chromium. Install one or set CHROMIUM_PATH.')
const browser = await launchChromium(chromium)

/** A PNG image. A telephone cuts the corners itself, so there the colour reaches them. */
async function draw(side: number, { isSquare = false } = {}): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: side, height: side } })
  const svg = mark.replace('<svg ', `<svg width="${side}" height="${side}" `)
  await page.setContent(
    `<style>body { margin: 0 } svg { display: block }</style>${isSquare ? svg.replace(/ rx="\d+"/, '') : svg}`,
  )
  const image = await page.screenshot({ omitBackground: !isSquare })
  await page.close()
  return image
}

/** An ICO file with one PNG image: https://en.wikipedia.org/wiki/ICO_(file_format). */
function icoOf(image: Buffer, side: number): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(side, 6)
  header.writeUInt8(side, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(image.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, image])
}

try {
  await writeFile(join(folder, 'favicon.ico'), icoOf(await draw(32), 32))
  await writeFile(join(folder, 'apple-touch-icon.png'), await draw(180, { isSquare: true }))
  for (const side of [192, 512])
    await writeFile(join(folder, `icon-${side}.png`), await draw(side, { isSquare: true }))
} finally {
  await browser.close()
}
