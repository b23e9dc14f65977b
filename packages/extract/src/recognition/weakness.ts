import type { DrawnPage, GreyImage } from './page-image.ts'

/** What is wrong with the picture of a page. */
export type Weakness = 'coarse' | 'faint' | 'blurred' | 'noisy'

interface Measures {
  /** Difference in brightness between paper and ink, 0…255. */
  contrast: number
  /**
   * Pixels over which paper becomes ink at the edge of a stroke: a fifth of the strokes has a sharper one.
   */
  edge: number
  /** Share of the strokes that are single dots. */
  specks: number
}

/**
 * Chosen on real pages at 150 dots per inch that were blurred, bleached, speckled and made coarser: blurred
 * twice by 5 pixels the edges were 7 or more wide and the page no longer readable, blurred by 3 they were 4
 * at most and it was. The pages as they were, and photographs, stay on the other side.
 */
const least = { pixelsAcross: 750, contrast: 45 }
const most = { edge: 5.5, specks: 0.06 }
/** Pixels across an A4 page for which the edge is stated. */
const usualAcross = 1_240
/** With fewer recognised words, right or wrong, a page shows no text whose picture could be at fault. */
const minWords = 20

/**
 * What makes the text of a picture hard to read; null if nothing does, so that something else is the reason.
 */
export function weaknessOf({ image, detail }: DrawnPage, words: number): Weakness | null {
  if (words < minWords) return null
  const across = Math.min(image.width, image.height)
  if (across * Math.min(1, detail) < least.pixelsAcross) return 'coarse'
  const { contrast, edge, specks } = measure(image)
  if (edge > most.edge * (across / usualAcross)) return 'blurred'
  if (contrast < least.contrast) return 'faint'
  return specks > most.specks ? 'noisy' : null
}

/** Share of the pixels that are as dark as ink, on a page with few lines. */
const inkShare = 0.003
/** Longer runs of dark pixels are rules, pictures or the edge of the paper. */
const longestStroke = 40
/** Rows between those that are measured. */
const rowStep = 3

function measure({ width, height, pixels }: GreyImage): Measures {
  const counts = new Uint32Array(256)
  for (const pixel of pixels) counts[pixel] = (counts[pixel] ?? 0) + 1
  const ink = brightnessAt(counts, pixels.length * inkShare)
  const paper = brightnessAt(counts, pixels.length * 0.6)
  const contrast = paper - ink
  const middle = (paper + ink) / 2
  const [light, dark] = [paper - contrast * 0.2, ink + contrast * 0.3]
  let strokes = 0
  const edges: number[] = []
  let specks = 0
  for (let y = 1; y < height - 1; y += rowStep) {
    const row = y * width
    for (let x = 1; x < width; x++) {
      if ((pixels[row + x] ?? 255) >= middle) continue
      const start = x
      while (x < width && (pixels[row + x] ?? 255) < middle) x++
      const stroke = x - start
      if (stroke > longestStroke) continue
      const isSpeck =
        stroke === 1 &&
        (pixels[row - width + start] ?? 255) >= middle &&
        (pixels[row + width + start] ?? 255) >= middle
      if (isSpeck) {
        specks++
        continue
      }
      strokes++
      let from = start
      while (from > 0 && (pixels[row + from] ?? 255) < light) from--
      let to = start
      while (to < x && (pixels[row + to] ?? 255) > dark) to++
      edges.push(to - from)
    }
  }
  return { contrast, edge: quantile(edges, 0.2), specks: specks / Math.max(1, specks + strokes) }
}

function brightnessAt(counts: Uint32Array, pixels: number): number {
  let seen = 0
  for (const [brightness, count] of counts.entries()) {
    seen += count
    if (seen >= pixels) return brightness
  }
  return 255
}

function quantile(values: number[], share: number): number {
  return values.sort((one, other) => one - other)[Math.floor(values.length * share)] ?? 0
}
