import type { Page, TextItem } from './page.ts'

/** A text item of the PDF reader. */
export interface DrawnItem {
  str: string
  /** Maps the item's own space to the page's: `[a, b, c, d, x, y]`. */
  transform: number[]
  width: number
}

interface PlacedItems {
  page: Page
  /** Pieces left out because they are rotated against the page's text, as watermarks are. */
  slanted: number
}

interface Placed extends TextItem {
  /** Degrees, rounded. */
  angle: number
}

/**
 * Rotates a page's items upright and moves the origin to its lower left corner. `view` maps the page's space to the screen's, y downwards.
 */
export function placeItems(drawn: DrawnItem[], view: { width: number; height: number; transform: number[] }): PlacedItems {
  const placed = drawn.map((item) => place(item, view.transform, view.height))
  const angle = commonAngle(placed)
  const straight = placed.filter((item) => item.angle === angle)
  const items = angle === 0 ? straight : straight.map((item) => turn(item, angle))
  return { page: { width: view.width, height: view.height, items }, slanted: placed.length - straight.length }
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
    angle: Math.round((Math.atan2(-along[1], along[0]) * 180) / Math.PI),
  }
}

function commonAngle(items: Placed[]): number {
  const characters = new Map<number, number>()
  for (const { angle, text } of items) characters.set(angle, (characters.get(angle) ?? 0) + text.length)
  return [...characters].sort((one, other) => other[1] - one[1])[0]?.[0] ?? 0
}

function turn(item: Placed, degrees: number): Placed {
  const angle = (-degrees * Math.PI) / 180
  return {
    ...item,
    x: item.x * Math.cos(angle) - item.y * Math.sin(angle),
    y: item.x * Math.sin(angle) + item.y * Math.cos(angle),
  }
}

const combining = new Map([
  ['´', '\u0301'],
  ['¨', '\u0308'],
  ['ˆ', '\u0302'],
  ['˜', '\u0303'],
  ['ˇ', '\u030c'],
  ['˝', '\u030b'],
  ['˘', '\u0306'],
  ['˚', '\u030a'],
  ['`', '\u0300'],
])

/** Combines accents drawn as separate glyphs, as in TeX's oldest fonts, with the letter that follows. */
export function composeAccents(text: string): string {
  return text.replace(/([´¨ˆ˜ˇ˝˘˚]|(?<=\p{L})`) ?(\p{L})/gu, (drawn: string, accent: string, letter: string) => {
    const base = letter === 'ı' ? 'i' : letter === 'ȷ' ? 'j' : letter
    const composed = (base + (combining.get(accent) ?? '')).normalize('NFC')
    return composed.length === 1 ? composed : drawn
  })
}
