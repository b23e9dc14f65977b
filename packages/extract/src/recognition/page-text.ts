import type { Page, TextItem } from '../pdf/page.ts'
import type { RecognisedLine } from './engine.ts'
import type { GreyImage } from './page-image.ts'
import { unsteadinessOf } from './unsteadiness.ts'

/** A page with fewer words is a picture with a caption, or a blank page with a stain. */
const leastWords = 5

export interface PageText {
  /** One item for each line, straightened, so that the layout step can treat the page like a printed one. */
  items: TextItem[]
  words: number
  /** Mean over the words, 0…100; 0 without words. */
  confidence: number
  /** How far the same letter strays from the line, as a share of the height of small letters; null where there are too few. */
  unsteadiness: number | null
}

/** Places recognised lines on a page of the given size in points. */
export function placeLines(lines: RecognisedLine[], image: GreyImage, page: Pick<Page, 'width' | 'height'>): PageText {
  const words = lines.flatMap((line) => line.words)
  const total = words.reduce((sum, word) => sum + word.confidence, 0)
  const scale = page.width / image.width
  const slope = slopeOf(lines)
  const usual = median(lines.map(({ height }) => height))
  const items = lines.map(({ words: ofLine, baseline, height }): TextItem => {
    // Rotated about the middle of the page by the angle at which the page lay in the scanner.
    const straight = (x: number, y: number) => {
      const [dx, dy] = [x - image.width / 2, y - image.height / 2]
      return { x: (dx + dy * slope) * scale + page.width / 2, y: page.height / 2 - (dy - dx * slope) * scale }
    }
    const start = straight(baseline.x0, baseline.y0)
    const end = straight(baseline.x1, baseline.y1)
    // The height of a line depends on its letters; lines of about the usual height are set in the same size.
    const size = height > usual * 0.75 && height < usual * 1.3 ? usual : height
    return {
      text: ofLine.map(({ text }) => text).join(' '),
      x: start.x,
      y: (start.y + end.y) / 2,
      width: end.x - start.x,
      height: size * scale,
    }
  })
  return {
    items,
    words: words.length,
    confidence: words.length < leastWords ? 0 : total / words.length,
    unsteadiness: unsteadinessOf(lines),
  }
}

/** How steeply the lines fall, as a share of their length. */
function slopeOf(lines: RecognisedLine[]): number {
  let across = 0
  let down = 0
  for (const { baseline } of lines) {
    across += baseline.x1 - baseline.x0
    down += baseline.y1 - baseline.y0
  }
  return across > 0 ? down / across : 0
}

function median(values: number[]): number {
  // Not `toSorted`: Node 20 lacks it while it makes the snapshot that children start from.
  const ordered = [...values].sort((one, other) => one - other)
  return ordered[Math.floor(ordered.length / 2)] ?? 0
}
