import { cleanParagraph } from '../paragraph.ts'
import type { Line } from './page.ts'

/** What a block of lines looks like, to tell where its paragraphs begin. */
interface Shape {
  left: number
  right: number
  /** Usual distance between baselines. */
  leading: number
}

/** Joins lines into paragraphs, across columns and pages too. */
export function joinParagraphs(blocks: Line[][]): string[] {
  const paragraphs: string[] = []
  let text = ''
  let previous: { line: Line; shape: Shape } | null = null
  for (const block of blocks) {
    const shape = shapeOf(block)
    block.forEach((line, nth) => {
      const above = block[nth - 1]
      if (!previous || begins(line, shape, previous, above)) {
        paragraphs.push(text)
        text = line.text
      } else text = join(text, line.text)
      previous = { line, shape }
    })
  }
  paragraphs.push(text)
  return paragraphs
    .map((paragraph) => cleanParagraph(paragraph).replace(/^[•◦▪‣●○■\uf0b7]\s*/u, ''))
    .filter((paragraph) => paragraph !== '')
}

function begins(line: Line, shape: Shape, previous: { line: Line; shape: Shape }, above: Line | undefined): boolean {
  const indent = line.x - shape.left
  const indented = indent > line.height * 0.6 && indent < line.height * 5
  const ended = /[.!?:"”’»)\]]\s*$/.test(previous.line.text)
  const short = previous.line.end < previous.shape.right - previous.line.height * 2
  if (/^\s*[•◦▪‣●○■\uf0b7]/u.test(line.text)) return true
  if (Math.abs(line.height - previous.line.height) > 1.2) return true
  if (!above) return (short && ended) || (indented && ended)
  const gap = above.y - line.y
  if (gap > shape.leading * 1.4) return true
  if (indented && (ended || gap > shape.leading * 1.1)) return true
  return short && (ended || gap > shape.leading * 1.15)
}

function shapeOf(block: Line[]): Shape {
  const gaps = block.slice(1).map((line, nth) => (block[nth]?.y ?? line.y) - line.y)
  return {
    left: quantile(
      block.map((line) => line.x),
      0.15,
      0,
    ),
    right: quantile(
      block.map((line) => line.end),
      0.8,
      0,
    ),
    leading: quantile(gaps, 0.4, 14),
  }
}

function quantile(values: number[], share: number, otherwise: number): number {
  const ordered = values.sort((one, other) => one - other)
  return ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * share))] ?? otherwise
}

function join(text: string, next: string): string {
  const before = text.trimEnd()
  if (before.endsWith('\u00ad')) return before.slice(0, -1) + next
  if (/\p{L}[-\u2010]$/u.test(before)) return /^\p{Ll}/u.test(next) ? before.slice(0, -1) + next : before + next
  return `${before} ${next}`
}
