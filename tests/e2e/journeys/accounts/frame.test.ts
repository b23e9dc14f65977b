import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { journeys } from '../../journey.ts'
import { registerTeacher } from '../../steps/account.ts'
import { pasteText, rowWith } from '../../steps/documents.ts'
import { essay } from '../../steps/texts.ts'

const journey = journeys()

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (box === null) throw new Error('It is not on the screen.')
  return box
}

const animationOf = (image: Locator) =>
  image.evaluate((element) => {
    const { animationName, animationDuration, animationIterationCount } = getComputedStyle(element)
    return animationName === 'none' ? null : [animationDuration, animationIterationCount]
  })

/** The shape of a badge's mark for each tone, without its colours. */
const markShapes = (badge: Locator, tones: string[]) =>
  badge.evaluate((element, names) => {
    const mark = element.firstElementChild
    if (!(element instanceof HTMLElement && mark)) throw new Error('This badge has no mark.')
    return names.map((tone) => {
      element.dataset.tone = tone
      const { width, height, borderRadius, borderWidth, rotate, clipPath, backgroundColor } =
        getComputedStyle(mark)
      return [
        width,
        height,
        borderRadius,
        borderWidth,
        rotate,
        clipPath,
        backgroundColor === 'rgba(0, 0, 0, 0)',
      ].join(' ')
    })
  }, tones)

/** Where the focused elements of the page's content begin, from the last one back to the first. */
async function focusBackwards(page: Page): Promise<number[]> {
  const tops: number[] = []
  await page.locator('main :is(button, input, select, a):enabled').last().focus()
  for (;;) {
    await page.keyboard.press('Shift+Tab')
    const top = await page.evaluate(() =>
      document.activeElement?.closest('main :is(section, form)')
        ? document.activeElement.getBoundingClientRect().top
        : null,
    )
    if (top === null) return tops
    tops.push(top)
  }
}

journey(
  'the frame keeps its measures, and nothing depends on motion or colour alone',
  async ({ page, product }) => {
    await registerTeacher(page, product.origin, { at: '/documents' })
    expect((await boxOf(page.getByRole('complementary').first())).width).toBe(256)

    const image = page.getByRole('link').filter({ has: page.locator('img[src="/upgrade.svg"]') })
    expect(await image.getAttribute('href')).toBe(`${product.origin}/pricing`)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    expect(await animationOf(image)).toEqual(['6s', 'infinite'])
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await animationOf(image)).toBeNull()

    await pasteText(page, essay)
    const row = await rowWith(page, /Pasted text/, 'Completed')
    const shapes = await markShapes(row.locator('[data-tone=success]').first(), [
      'success',
      'warning',
      'error',
      'info',
    ])
    expect(new Set(shapes).size).toBe(4)
  },
)

journey('the focus is never under the header', async ({ page, product }) => {
  await registerTeacher(page, product.origin, { at: '/profile' })
  await page.setViewportSize({ width: 1440, height: 400 })
  const header = await boxOf(page.getByRole('banner'))
  const tops = await focusBackwards(page)
  expect(tops.length).toBeGreaterThan(5)
  expect(Math.min(...tops)).toBeGreaterThanOrEqual(header.y + header.height)
})
