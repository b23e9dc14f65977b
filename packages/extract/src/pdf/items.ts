import { withoutOverprints } from './overprints.ts'
import type { Page, TextItem } from './reader/page.ts'

/** A text item of the PDF reader. */
export interface DrawnItem {
  str: string
  /** Maps the item's own space to the page's: `[a, b, c, d, x, y]`. */
  transform: number[]
  width: number
  /** Space that is set between all letters, in the page's units. */
  spacing?: number
  /** Whether a space was drawn right before it. */
  followsSpace?: boolean
}

interface PlacedItems {
  page: Page
  /** Pieces left out because they are rotated against the page's text, as watermarks are. */
  slanted: number
}

interface Placed extends TextItem {
  /** Degrees, 0…359. */
  angle: number
}

/** Degrees by which lines of one page differ: scans lie askew. */
const maxSkew = 3
/** Text on its side of fewer characters or lines, or of shorter lines, is a stamp or the label of a chart. */
const minTurned = { characters: 200, lines: 5, charactersOfLine: 20 }

/**
 * Rotates a page's items upright and moves the origin to the lower left corner. `view` maps the page's space
 * to the screen's, y downwards.
 */
export function placeItems(
  drawn: DrawnItem[],
  view: { width: number; height: number; transform: number[] },
): PlacedItems {
  const placed = drawn.map((item) => place(item, view.transform, view.height))
  const angle = commonAngle(placed)
  const straight = placed.filter((item) => isAlong(item, angle))
  const page: Page = {
    ...uprightPage(straight, angle, view),
    ...(angle % 90 === 0 ? {} : { width: view.width, height: view.height }),
  }
  const others = placed.filter((item) => !isAlong(item, angle))
  const turned = [90, 180, 270].map((by) => (angle + by) % 360).filter((other) => other % 90 === 0)
  for (const other of turned) {
    const group = others.filter((item) => isAlong(item, other))
    if (page.turned || !isProse(group, other)) continue
    page.turned = uprightPage(group, other, view)
  }
  const left = others.length - (page.turned?.items.length ?? 0)
  return { page, slanted: left }
}

function place(item: DrawnItem, view: number[], pageHeight: number): Placed {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = view
  const [ia = 1, ib = 0, ic = 0, id = 1, x = 0, y = 0] = item.transform
  const along = [a * ia + c * ib, b * ia + d * ib] as const
  const up = [a * ic + c * id, b * ic + d * id] as const
  return {
    text: item.str,
    x: a * x + c * y + e,
    y: pageHeight - (b * x + d * y + f),
    width: item.width,
    height: Math.hypot(...up),
    spacing: item.spacing ?? 0,
    followsSpace: item.followsSpace ?? false,
    angle: (Math.round((Math.atan2(-along[1], along[0]) * 180) / Math.PI) + 360) % 360,
  }
}

function commonAngle(items: Placed[]): number {
  const characters = new Map<number, number>()
  for (const { angle, text } of items) characters.set(angle, (characters.get(angle) ?? 0) + text.length)
  return [...characters].sort((one, other) => other[1] - one[1])[0]?.[0] ?? 0
}

function isAlong(item: Placed, angle: number): boolean {
  const apart = Math.abs(item.angle - angle)
  return Math.min(apart, 360 - apart) <= maxSkew
}

/** The items on a page that is turned so that they stand upright. */
function uprightPage(items: Placed[], angle: number, paper: { width: number; height: number }): Page {
  const { width, height } = paper
  const onSide = angle === 90 || angle === 270
  const upright = angle === 0 ? items : items.map((item) => ({ ...item, ...turnedPoint(item, angle, paper) }))
  return {
    width: onSide ? height : width,
    height: onSide ? width : height,
    items: withoutOverprints(upright),
  }
}

function turnedPoint(
  { x, y }: Placed,
  angle: number,
  { width, height }: { width: number; height: number },
): { x: number; y: number } {
  if (angle === 90) return { x: y, y: width - x }
  if (angle === 180) return { x: width - x, y: height - y }
  if (angle === 270) return { x: height - y, y: x }
  const radians = (-angle * Math.PI) / 180
  return {
    x: x * Math.cos(radians) - y * Math.sin(radians),
    y: x * Math.sin(radians) + y * Math.cos(radians),
  }
}

function isProse(items: Placed[], angle: number): boolean {
  const characters = items.reduce((sum, { text }) => sum + text.length, 0)
  const lines = new Set(
    items.map(({ x, y, height }) => Math.round((angle % 180 === 0 ? y : x) / Math.max(1, height))),
  ).size
  return (
    characters >= minTurned.characters &&
    lines >= minTurned.lines &&
    characters >= lines * minTurned.charactersOfLine
  )
}
