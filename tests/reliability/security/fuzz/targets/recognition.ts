import { engineFiles, loadEngine } from '../../../../../packages/extract/src/recognition/engine.ts'
import { flattenLighting } from '../../../../../packages/extract/src/recognition/flatten-lighting.ts'
import type { GreyImage } from '../../../../../packages/extract/src/recognition/page-image.ts'
import { placeLines } from '../../../../../packages/extract/src/recognition/recognise-pages.ts'
import { assertRule, type Target } from '../target.ts'

const narrowest = 8
const page = { width: 595, height: 842 }

/** A picture from bytes: the first sets its width, the others are its pixels. */
function pictureOf(input: Buffer): GreyImage {
  const width = narrowest + (input[0] ?? 0)
  const height = Math.max(1, Math.floor((input.length - 1) / width))
  const pixels = new Uint8Array(width * height).fill(255)
  pixels.set(input.subarray(1, 1 + pixels.length))
  return { width, height, pixels }
}

/** Letters of 5 by 7 pixels, by column. Drawn four times as large, the engine reads them. */
const letters = {
  H: [0x7f, 0x08, 0x08, 0x08, 0x7f],
  I: [0x41, 0x41, 0x7f, 0x41, 0x41],
  L: [0x7f, 0x40, 0x40, 0x40, 0x40],
  O: [0x3e, 0x41, 0x41, 0x41, 0x3e],
  T: [0x01, 0x01, 0x7f, 0x01, 0x01],
} as const

function printed(...words: (keyof typeof letters)[][]): Buffer {
  const scale = 4
  const width = 250
  const height = words.length * 40 + 20
  const pixels = Buffer.alloc(width * height, 255)
  for (const [line, word] of words.entries())
    for (const [place, letter] of word.entries())
      for (const [column, bits] of letters[letter].entries())
        for (let row = 0; row < 7; row++) {
          if (((bits >> row) & 1) === 0) continue
          for (let y = 0; y < scale; y++) {
            const at = (10 + line * 40 + row * scale + y) * width + 10 + (place * 6 + column) * scale
            pixels.fill(20, at, at + scale)
          }
        }
  return Buffer.concat([Buffer.from([width - narrowest]), pixels])
}

/** Recognises pictures with the real engine, from pixels to the lines of a page. */
export const recognition = async (): Promise<Target> => {
  const engine = await loadEngine(engineFiles(import.meta.url))
  const shaded = printed(['H', 'I', 'L', 'L'], ['T', 'O', 'I', 'L']).map((pixel, nth) =>
    nth === 0 ? pixel : pixel * (1 - nth / 40_000),
  )
  return {
    name: 'recognition of a page',
    seeds: [
      printed(['T', 'O', 'H', 'I', 'L', 'L']),
      printed(['H', 'O', 'T'], ['L', 'O', 'T']),
      Buffer.from(shaded),
      Buffer.alloc(2_000, 255),
    ],
    words: ['\0\0\0\0\0\0\0\0', '\u00ff\u00ff\u00ff\u00ff', '\0\u00ff\0\u00ff\0\u00ff'],
    maxBytes: 16_000,
    run(input) {
      const picture = pictureOf(input)
      flattenLighting(picture)
      const { items, words, confidence, baselineScatter } = placeLines(
        engine.recognise(picture),
        picture,
        page,
      )
      assertRule(confidence >= 0 && confidence <= 100, 'A confidence is a percentage')
      assertRule(Number.isInteger(words) && words >= items.length, 'A line holds a word at least')
      assertRule(baselineScatter === null || Number.isFinite(baselineScatter), 'A scatter is a number')
      for (const { text, x, y, width, height } of items) {
        assertRule(text.trim() !== '' && text.isWellFormed(), 'A line is text')
        assertRule([x, y, width, height].every(Number.isFinite), 'A line has a place')
      }
    },
  }
}
