import { joinLines } from '../hyphens.ts'
import { cleanParagraph } from '../paragraph.ts'
import type { Block, Line } from './page.ts'

/** Layout of a block, used to find where its paragraphs begin. */
interface Shape {
  left: number
  right: number
  /** Usual distance between baselines. */
  leading: number
  /** Whether most lines reach the right edge, so that a shorter one ends a paragraph. */
  justified: boolean
}

const bullet = /^\s*[•◦▪‣●○■\uf0b7]\s*/u
const sentenceEnd = /[.!?:"”’»)\]]\s*$/

/** Joins lines into paragraphs, across columns and pages too. */
export function joinParagraphs(blocks: Block[]): string[] {
  const shapes = shapesOf(blocks)
  const paragraphs: Line[][] = []
  let previous: { line: Line; shape: Shape } | null = null
  blocks.forEach((block, number) => {
    const shape = shapes[number]
    if (!shape) return
    block.forEach((line, nth) => {
      const open = paragraphs.at(-1)
      if (!open || !previous || begins(line, shape, previous, block.slice(Math.max(0, nth - 2), nth))) paragraphs.push([line])
      else open.push(line)
      previous = { line, shape }
    })
  })
  const texts = joinLines(paragraphs.map((lines) => lines.map((line) => line.text)))
  return texts.map((text) => cleanParagraph(text.replace(bullet, ''))).filter((text) => text !== '')
}

/** Whether a line begins a paragraph. `above` holds up to two lines above it in the same block, the nearest last. */
function begins(line: Line, shape: Shape, previous: { line: Line; shape: Shape }, above: Line[]): boolean {
  if (bullet.test(line.text)) return true
  if (Math.abs(line.height - previous.line.height) > 1.2) return true
  if (/\p{L}[-\u00ad\u2010]\s*$/u.test(previous.line.text) && /^\p{Ll}/u.test(line.text)) return false
  if (nextWordWouldFit(line, previous.line, previous.shape)) return true
  const ended = sentenceEnd.test(previous.line.text)
  const step = line.height * 0.6
  const nearest = above.at(-1)
  if (!nearest) return ended && isIndent(line.x - shape.left, line)
  const gap = nearest.y - line.y
  if (gap > shape.leading * 1.3 || (ended && gap > shape.leading * 1.12)) return true
  if (isIndent(line.x - nearest.x, line) && !bullet.test(nearest.text)) return ended || gap > shape.leading * 1.1
  const [further] = above
  const wasInset =
    further !== nearest && further !== undefined && Math.abs(further.x - nearest.x) < 2 && isIndent(nearest.x - shape.left, line)
  return wasInset && ended && nearest.x - line.x > step
}

function isIndent(distance: number, line: Line): boolean {
  return distance > line.height * 0.6 && distance < line.height * 5
}

/** True if the line above ended although the next word would have fitted. */
function nextWordWouldFit(line: Line, above: Line, shape: Shape): boolean {
  const word = line.text.trim().split(/\s/, 1)[0] ?? ''
  // A word of wide letters can be a tenth wider than the line's average suggests.
  const wordWidth = (1.1 * (line.end - line.x) * word.length) / Math.max(1, line.text.trim().length)
  const after = shape.right - above.end
  if (shape.justified && sentenceEnd.test(above.text) && after > above.height * 0.8) return true
  const before = above.x - shape.left
  const centred = before > above.height && Math.abs(after - before) < above.height * 0.5
  const slack = sentenceEnd.test(above.text) ? 1 : /^\p{Ll}/u.test(word) ? 3 : 1.5
  return (centred ? after * 2 : after) > wordWidth + above.height * slack
}

function shapesOf(blocks: Block[]): Shape[] {
  const usual = quantile(blocks.flatMap(gapsOf), 0.4, 14)
  const shapes = blocks.map((block) => {
    const gaps = gapsOf(block)
    const ends = block.map((line) => line.end)
    const right = quantile(ends, 0.97, 0)
    return {
      left: quantile(
        block.map((line) => line.x),
        0.15,
        0,
      ),
      right,
      justified: ends.length >= 5 && ends.filter((end) => right - end < 2).length > ends.length * 0.5,
      leading: gaps.length >= 8 ? quantile(gaps, 0.4, usual) : usual,
    }
  })
  return shapes.map((shape, nth) => {
    const alike = [shapes[nth - 1], shapes[nth + 1]].filter((other) => other !== undefined && Math.abs(other.left - shape.left) < 15)
    const short = (blocks[nth]?.length ?? 0) < 5
    return short ? { ...shape, right: Math.max(shape.right, ...alike.map((other) => other?.right ?? 0)) } : shape
  })
}

function gapsOf(block: Block): number[] {
  return block.slice(1).map((line, nth) => (block[nth]?.y ?? line.y) - line.y)
}

function quantile(values: number[], share: number, otherwise: number): number {
  const ordered = values.sort((one, other) => one - other)
  return ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * share))] ?? otherwise
}
