import { wordStarts } from '../extraction/editing-history.ts'
import type { HiddenText } from '../extraction/hidden-text.ts'
import type { DrawnItem } from './items.ts'
import type { Painted, PaintedItem } from './paint.ts'
import type { Box } from './reader/page.ts'

/** Maximum share of visible text on a page whose rest was recognised from its scan. */
const maxPaintedShare = 0.2
/**
 * Share of the page that its pictures cover where it is a scan. Scanners crop, and a scanned page may have
 * margins.
 */
const minCoverage = 0.5
/**
 * A page of pictures with more visible characters than this was not scanned. Scanning programs stamp their
 * name on a page.
 */
const maxPrintedCharacters = 200
/** Rows and columns of the grid over a page. */
const grid = 20
const minCells = minCoverage * grid ** 2

interface VisibleItems {
  items: DrawnItem[]
  /** Pieces beside the paper. */
  offPage: string[]
  /** The page's text was recognised from its scan before. */
  recognised: boolean
  /** The page is a picture whose words nobody has recognised yet. */
  scanned: boolean
}

/**
 * Returns the visible items; hidden ones go to `hidden`. Text recognised from a scan is invisible but belongs
 * to the page. `scannedPaper` is null if the page cannot be a scan.
 */
export function visibleItemsOf(
  painted: Painted,
  paper: Box,
  scannedPaper: Box | null,
  hidden: HiddenText,
): VisibleItems {
  const { items, pictures, shapes } = painted
  const length = (kept: { str: string }[]) => kept.reduce((sum, item) => sum + item.str.length, 0)
  const inkless = items.filter((item) => item.hidden === 'no-ink')
  const mayBeScan =
    scannedPaper !== null &&
    inkless.length > 0 &&
    length(items) - length(inkless) <= length(items) * maxPaintedShare
  const cells = mayBeScan ? coveredCells(scannedPaper, pictures) : new Set<number>()
  const isScan = cells.size >= minCells
  const isRecognised = ({ hidden: kind, transform }: PaintedItem) =>
    isScan && kind === 'no-ink' && cells.has(cellAt(paper, transform[4] ?? 0, transform[5] ?? 0))
  const visible: DrawnItem[] = []
  const offPage: string[] = []
  let recognised = false
  const isDoubled = doublesOf(items)
  const runs: Run[] = []
  /** The last item, if it is on the paper or goes on with a line that began there, and how far that goes on. */
  let lineOnPaper: { last: PaintedItem; over: number } | null = null
  for (const item of items) {
    const onPaper = isOnPaper(item, paper)
    const over: number = onPaper ? 0 : (lineOnPaper?.over ?? 0) + item.str.length
    const goesOn: boolean =
      !onPaper &&
      lineOnPaper !== null &&
      over <= overfull.mostCharacters &&
      gapBetween(lineOnPaper.last, item) < overfull.gap
    lineOnPaper = onPaper || goesOn ? { last: item, over } : null
    if (goesOn) continue
    if (!onPaper) offPage.push(item.str)
    else if (item.hidden === null) visible.push(item)
    else if (isRecognised(item)) {
      recognised = true
      visible.push(item)
    } else if (!isDoubled(item) && !signature.test(item.str)) {
      const run = runs.at(-1)
      const gap = run ? gapBetween(run.last, item) : Number.POSITIVE_INFINITY
      const piece = gap < pieceGap ? item.str : ` ${item.str}`
      if (!run || gap > wordGap) runs.push({ kind: item.hidden, pieces: [piece], first: item, last: item })
      else {
        run.pieces.push(piece)
        run.last = item
      }
    }
  }
  const labels = runs.filter((run) => isLabel(run, shapes))
  const isText = countLabelWords(labels) > label.mostWordsOnPage
  for (const run of runs)
    if (isText || !labels.includes(run)) for (const piece of run.pieces) hidden.add(run.kind, piece)
  const isPicture =
    scannedPaper !== null &&
    !recognised &&
    length(visible) <= maxPrintedCharacters &&
    coversPage(scannedPaper, pictures)
  return { items: visible, offPage, recognised, scanned: isPicture }
}

/** Whether any part of an item may lie on the paper, however it is turned. */
function isOnPaper({ transform, width }: PaintedItem, { left, bottom, right, top }: Box): boolean {
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = transform
  const along = width / (Math.hypot(a, b) || 1)
  const corners = [
    [x, y],
    [x + a * along, y + b * along],
    [x + c, y + d],
    [x + a * along + c, y + b * along + d],
  ]
  const xs = corners.map(([corner = 0]) => corner)
  const ys = corners.map(([, corner = 0]) => corner)
  return (
    Math.min(...xs) < right && Math.max(...xs) > left && Math.min(...ys) < top && Math.max(...ys) > bottom
  )
}

/** Hidden pieces that follow each other on one line. */
interface Run {
  kind: NonNullable<PaintedItem['hidden']>
  pieces: string[]
  first: PaintedItem
  last: PaintedItem
}

/** Gap, in font sizes, below which a word goes on: some programs draw letters one by one. */
const pieceGap = 0.15
/** Gap, in font sizes, above which another line or label begins. */
const wordGap = 0.8
/**
 * How a line goes on over the edge of the paper, since LaTeX does not break lines of code: up to which gap, in
 * font sizes, and how far.
 */
const overfull = { gap: 3, mostCharacters: 80 }

/** How far an item begins from the end of the one before it, in font sizes. */
function gapBetween(before: PaintedItem, { hidden, transform }: PaintedItem): number {
  const [a = 0, b = 0, , , x = 0, y = 0] = before.transform
  const size = Math.hypot(a, b) || 1
  const [endX, endY] = [x + (a / size) * before.width, y + (b / size) * before.width]
  return hidden === before.hidden
    ? Math.hypot((transform[4] ?? 0) - endX, (transform[5] ?? 0) - endY) / size
    : Number.POSITIVE_INFINITY
}

/**
 * What a label of a chart has: few words, and lines or shapes of the chart around it. Many of them on a page
 * may be a text that was hidden in pieces.
 */
const label = { mostWords: 3, mostWordsOnPage: 20, fewestShapes: 3, reach: 40 }

/** Figures and single letters are ticks and dots of a chart. */
const wordsOf = ({ pieces }: Run): string[] => pieces.join('').match(/[\p{L}_]{2,}/gu) ?? []

/** The words of labels. The same name of one or two words may stand beside every chart of a page, and counts once. */
function countLabelWords(labels: readonly Run[]): number {
  const words = labels.map(wordsOf)
  const names = new Set(words.filter((some) => some.length <= 2).map((some) => some.join(' ')))
  const ofNames = [...names].reduce((sum, name) => sum + name.split(' ').filter(Boolean).length, 0)
  return words.reduce((sum, some) => sum + (some.length > 2 ? some.length : 0), ofNames)
}

/**
 * Whether hidden words are the label of a chart. A chart that is shrunk has tiny ones, and programs leave those
 * of empty slices white on white.
 */
function isLabel(run: Run, shapes: Box[]): boolean {
  if (wordsOf(run).length > label.mostWords) return false
  const { first, last } = run
  const [x = 0, y = 0] = [first.transform[4], first.transform[5]]
  const [endX = 0, endY = 0] = [last.transform[4], last.transform[5]]
  const near = shapes.filter(
    ({ left, bottom, right, top }) =>
      Math.max(x, endX) >= left - label.reach &&
      Math.min(x, endX) <= right + label.reach &&
      Math.max(y, endY) >= bottom - label.reach &&
      Math.min(y, endY) <= top + label.reach,
  )
  return near.length >= label.fewestShapes
}

/** A program library writes its name on every page, invisibly. */
const signature = /^Powered by TCPDF\b/

/** Points by which a shadow or an outline lies beside its letters. */
const besides = 4
const rowHeight = 8

/** Tells whether an item repeats visible text in the same place: the shadow or the outline of its letters. */
function doublesOf(items: PaintedItem[]): (item: PaintedItem) => boolean {
  const rows = new Map<number, PaintedItem[]>()
  const rowOf = ({ transform }: PaintedItem) => Math.round((transform[5] ?? 0) / rowHeight)
  for (const item of items.some(({ hidden }) => hidden !== null) ? items : []) {
    if (item.hidden !== null) continue
    const row = rows.get(rowOf(item))
    if (row) row.push(item)
    else rows.set(rowOf(item), [item])
  }
  const bare = (text: string) => text.replace(/\s+/g, '')
  return (item) => {
    const left = item.transform[4] ?? 0
    const height = Math.abs(item.transform[5] ?? 0)
    const row = rowOf(item)
    const near = [row - 1, row, row + 1]
      .flatMap((nth) => rows.get(nth) ?? [])
      .filter(({ transform, width }) => {
        const x = transform[4] ?? 0
        return (
          Math.abs(Math.abs(transform[5] ?? 0) - height) <= besides &&
          x <= left + item.width + besides &&
          x + width >= left - besides
        )
      })
      .sort((one, other) => (one.transform[4] ?? 0) - (other.transform[4] ?? 0))
    return near.length > 0 && bare(near.map(({ str }) => str).join('')).includes(bare(item.str))
  }
}

function coversPage(paper: Box, pictures: Box[]): boolean {
  return pictures.length > 0 && coveredCells(paper, pictures).size >= minCells
}

function cellAt({ left, bottom, right, top }: Box, x: number, y: number): number {
  const column = Math.floor(((x - left) / (right - left)) * grid)
  const row = Math.floor(((y - bottom) / (top - bottom)) * grid)
  return column < 0 || column >= grid || row < 0 || row >= grid ? -1 : row * grid + column
}

/** The grid cells that pictures cover. A scan may be stored in strips, so all pictures count together. */
function coveredCells({ left, bottom, right, top }: Box, pictures: Box[]): Set<number> {
  const covered = new Set<number>()
  for (let cell = 0; cell < grid ** 2; cell++) {
    const x = left + (((cell % grid) + 0.5) / grid) * (right - left)
    const y = bottom + ((Math.floor(cell / grid) + 0.5) / grid) * (top - bottom)
    if (
      pictures.some(
        (picture) => x >= picture.left && x <= picture.right && y >= picture.bottom && y <= picture.top,
      )
    )
      covered.add(cell)
  }
  return covered
}

/** A picture of less than this share of the page is an icon or a bullet. */
const minPictureShare = 0.01
/** Pictures beyond these are part of a drawing. */
const maxPictures = 50
/**
 * Of a page with more of its words under pictures, the pictures are the page: a scan with its words printed
 * beneath.
 */
const maxCoveredShare = 0.5

const areaOf = ({ left, bottom, right, top }: Box) => Math.max(0, right - left) * Math.max(0, top - bottom)

/**
 * Words of a page that a picture was painted over afterwards. Pictures are never decoded, so they may be
 * transparent: such words are reported, and never left out.
 */
export function coveredWords({ items, pictures }: Painted, paper: Box): number {
  const large = pictures
    .filter((picture) => picture.after > 0 && areaOf(picture) >= areaOf(paper) * minPictureShare)
    // Not `toSorted`: Node 20 lacks it while it makes the snapshot that children start from.
    .sort((one, other) => areaOf(other) - areaOf(one))
    .slice(0, maxPictures)
  if (large.length === 0) return 0
  let covered = 0
  let all = 0
  items.forEach(({ str, hidden, transform, width }, nth) => {
    if (hidden !== null) return
    const words = wordStarts(str).length
    all += words
    const [, , , , left = 0, bottom = 0] = transform
    const isInside = (picture: Box) =>
      left >= picture.left &&
      left + width <= picture.right &&
      bottom >= picture.bottom &&
      bottom <= picture.top
    if (large.some((picture) => nth < picture.after && isInside(picture))) covered += words
  })
  return covered <= all * maxCoveredShare ? covered : 0
}
