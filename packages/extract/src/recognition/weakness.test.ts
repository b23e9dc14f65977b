import { expect, test } from 'vitest'
import type { GreyImage } from './page-image.ts'
import { weaknessOf } from './weakness.ts'

const [width, height] = [1_240, 1_754]
const words = 300

/** A page of strokes as letters have them. */
function page(paper = 250, ink = 30): GreyImage {
  const pixels = new Uint8Array(width * height)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) pixels[at] = y % 40 < 20 && x % 14 < 3 ? ink : paper
  return { width, height, pixels }
}

/** Each pixel as the mean of those up to five to its left and right, twice. */
function blur({ pixels }: GreyImage): GreyImage {
  let now = pixels
  for (let time = 0; time < 2; time++) {
    const before = now
    now = before.map((_, at) => {
      let sum = 0
      for (let by = -5; by <= 5; by++) sum += before[at + by] ?? 250
      return sum / 11
    })
  }
  return { width, height, pixels: now }
}

/** Single dark dots all over the paper. */
function speckle({ pixels }: GreyImage): GreyImage {
  return { width, height, pixels: pixels.map((pixel, at) => ((at * 7_919) % 97 === 0 ? 0 : pixel)) }
}

test.each([
  ['nothing of a sharp page', page(), 1, null],
  ['that the letters of a picture with few pixels are small', page(), 0.5, 'coarse'],
  ['that a blurred page is blurred', blur(page()), 1, 'blurred'],
  ['that pale print is faint', page(250, 220), 1, 'faint'],
  ['that a page full of dots is noisy', speckle(page()), 1, 'noisy'],
] as const)('says %s', (_, image, detail, weakness) => {
  expect(weaknessOf({ image, detail }, words)).toBe(weakness)
})

test('says nothing against the picture of a page without words', () => {
  expect(weaknessOf({ image: blur(page()), detail: 1 }, 3)).toBeNull()
})
