import type { Engine, RecognisedLine } from './engine.ts'
import type { GreyImage } from './page-image.ts'

/** By how many quarters an image was turned clockwise. */
export type QuarterTurns = 0 | 1 | 2 | 3

export interface UprightReading {
  lines: RecognisedLine[]
  /** The image as the lines were read, and how it was turned for that. */
  image: GreyImage
  turns: QuarterTurns
}

/** A page with fewer words is a picture with a caption, or a blank page with a stain. */
const minWords = 5
/** Side of the part that is read to find the direction, as a share of the shorter side of the page. */
const sampleSide = 0.35
/** Places tried for the part, across and down. */
const samplePlaces = 5

/** Mean over the words, 0…100; 0 if there are too few of them. */
export function confidenceOf(lines: readonly RecognisedLine[]): number {
  const words = lines.flatMap((line) => line.words)
  return words.length < minWords ? 0 : words.reduce((sum, word) => sum + word.confidence, 0) / words.length
}

/**
 * Reads a page that may lie on its side or upside down without saying so. `usual` is how the pages before it
 * lay, null if none was read. Along which side the lines run can be measured; which end of them is the
 * beginning shows in how well a part of the page reads.
 */
export function readUpright(
  engine: Engine,
  image: GreyImage,
  usual: QuarterTurns | null,
  minConfidence: number,
): UprightReading {
  const sample = busiestPart(image)
  const either: [QuarterTurns, QuarterTurns] = runsDown(sample) ? [3, 1] : [0, 2]
  const confidences = new Map<QuarterTurns, number>()
  const sampled = (turns: QuarterTurns) => {
    const known = confidences.get(turns) ?? confidenceOf(engine.recognise(turn(sample, turns)))
    confidences.set(turns, known)
    return known
  }
  const better = () => (sampled(either[1]) > sampled(either[0]) ? either[1] : either[0])
  const first = usual !== null && either.includes(usual) ? usual : better()
  const reading = read(engine, image, first)
  const confidence = confidenceOf(reading.lines)
  if (confidence >= minConfidence) return reading
  const other = either[0] === first ? either[1] : either[0]
  if (sampled(other) <= Math.max(confidence, sampled(first))) return reading
  const turned = read(engine, image, other)
  return confidenceOf(turned.lines) > confidence ? turned : reading
}

function read(engine: Engine, image: GreyImage, turns: QuarterTurns): UprightReading {
  const turned = turn(image, turns)
  return { lines: engine.recognise(turned), image: turned, turns }
}

/** The image turned clockwise; the same one without a turn. */
function turn(image: GreyImage, turns: QuarterTurns): GreyImage {
  if (turns === 0) return image
  const { width, height, pixels } = image
  const onSide = turns !== 2
  const turned: GreyImage = {
    width: onSide ? height : width,
    height: onSide ? width : height,
    pixels: new Uint8Array(pixels.length),
  }
  for (let y = 0, at = 0; y < turned.height; y++) {
    for (let x = 0; x < turned.width; x++, at++) {
      const column = turns === 1 ? y : turns === 2 ? width - 1 - x : width - 1 - y
      const row = turns === 1 ? height - 1 - x : turns === 2 ? height - 1 - y : x
      turned.pixels[at] = pixels[row * width + column] ?? 255
    }
  }
  return turned
}

/** The square with the most edges: text has more of them than paper or photographs. */
function busiestPart(image: GreyImage): GreyImage {
  const side = Math.max(1, Math.round(Math.min(image.width, image.height) * sampleSide))
  let busiest = { left: 0, top: 0, edges: -1 }
  for (let place = 0; place < samplePlaces * samplePlaces; place++) {
    const left = Math.round(((image.width - side) * (place % samplePlaces)) / (samplePlaces - 1))
    const top = Math.round(((image.height - side) * Math.floor(place / samplePlaces)) / (samplePlaces - 1))
    const edges = countEdges(image, left, top, side)
    if (edges > busiest.edges) busiest = { left, top, edges }
  }
  const part: GreyImage = { width: side, height: side, pixels: new Uint8Array(side * side) }
  for (let y = 0; y < side; y++) {
    const from = (busiest.top + y) * image.width + busiest.left
    part.pixels.set(image.pixels.subarray(from, from + side), y * side)
  }
  return part
}

/** Width of a strip in which a line that lies askew still stands out. */
const strip = 64

/**
 * Whether lines of text run down the image instead of across it: between lines there is paper, between the
 * letters of many lines hardly.
 */
function runsDown(image: GreyImage): boolean {
  return unevenness(turn(image, 1)) > unevenness(image)
}

/** How much the ink in one row differs from that in the next rows, in strips from left to right. */
function unevenness({ width, height, pixels }: GreyImage): number {
  let sum = 0
  for (let left = 0; left + strip <= width; left += strip) {
    const rows = Array.from({ length: height }, (_, y) => {
      let ink = 0
      for (let x = left; x < left + strip; x++) ink += 255 - (pixels[y * width + x] ?? 255)
      return ink / strip
    })
    const mean = rows.reduce((total, ink) => total + ink, 0) / height
    sum += rows.reduce((total, ink) => total + (ink - mean) ** 2, 0) / height
  }
  return sum
}

/** Difference in brightness, 0…255, between neighbours on paper and on ink. */
const edge = 60

function countEdges({ width, pixels }: GreyImage, left: number, top: number, side: number): number {
  let edges = 0
  for (let y = top; y < top + side; y += 4)
    for (let x = left + 2; x < left + side; x += 2) {
      const at = y * width + x
      if (Math.abs((pixels[at] ?? 0) - (pixels[at - 2] ?? 0)) > edge) edges++
    }
  return edges
}
