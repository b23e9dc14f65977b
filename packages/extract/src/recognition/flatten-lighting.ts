import type { GreyImage } from './page-image.ts'

/**
 * Cells along the shorter side of the page, each larger than a few lines of text, so that every cell shows
 * some paper.
 */
const cellsAcross = 16
/** Share of a cell's pixels that are darker than its paper. */
const inkShare = 0.9
/**
 * Less difference between the brightest and the darkest part of the paper is what a scanner leaves, and the
 * engine copes with it.
 */
const minDifference = 30
/** Paper is at least this bright, 0…255: what is darker is a picture, or the table beside the page. */
const darkestPaper = 70
const white = 245

/**
 * Brightens the darker parts of a photographed page, in place: the engine tells ink from paper by one
 * brightness for the whole page.
 */
export function flattenLighting({ width, height, pixels }: GreyImage): void {
  const size = Math.max(8, Math.ceil(Math.min(width, height) / cellsAcross))
  const columns = Math.ceil(width / size)
  const rows = Math.ceil(height / size)
  const measured = Array.from({ length: columns * rows }, (_, cell) =>
    paperOf({ width, height, pixels }, cell % columns, Math.floor(cell / columns), size),
  )
  if (Math.max(...measured) - Math.min(...measured) < minDifference) return
  const combineNeighbours = (cells: number[], join: (values: number[]) => number) =>
    cells.map((_, cell) => {
      const column = cell % columns
      const row = Math.floor(cell / columns)
      const neighbours: number[] = []
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++)
        for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++)
          neighbours.push(cells[y * columns + x] ?? white)
      return join(neighbours)
    })
  // A cell full of letters takes the paper of its neighbours; then the steps between cells are smoothed.
  const paper = combineNeighbours(
    combineNeighbours(measured, (neighbours) => Math.max(...neighbours)),
    (neighbours) => neighbours.reduce((sum, each) => sum + each, 0) / neighbours.length,
  ).map((each) => Math.max(darkestPaper, each))
  for (let y = 0; y < height; y++) {
    const down = Math.min(rows - 1, Math.max(0, (y + 0.5) / size - 0.5))
    const upper = Math.floor(down) * columns
    const lower = Math.min(rows - 1, Math.floor(down) + 1) * columns
    const share = down - Math.floor(down)
    for (let x = 0; x < width; x++) {
      const right = Math.min(columns - 1, Math.max(0, (x + 0.5) / size - 0.5))
      const left = Math.floor(right)
      const next = Math.min(columns - 1, left + 1)
      const across = right - left
      const above = (paper[upper + left] ?? white) * (1 - across) + (paper[upper + next] ?? white) * across
      const below = (paper[lower + left] ?? white) * (1 - across) + (paper[lower + next] ?? white) * across
      const at = y * width + x
      pixels[at] = Math.min(255, ((pixels[at] ?? 0) * white) / (above * (1 - share) + below * share))
    }
  }
}

/** Brightness of the paper in a cell. */
function paperOf({ width, height, pixels }: GreyImage, column: number, row: number, size: number): number {
  const counts = new Uint32Array(256)
  let sampledPixels = 0
  for (let y = row * size; y < Math.min(height, (row + 1) * size); y += 2) {
    for (let x = column * size; x < Math.min(width, (column + 1) * size); x += 2) {
      const brightness = pixels[y * width + x] ?? 0
      counts[brightness] = (counts[brightness] ?? 0) + 1
      sampledPixels++
    }
  }
  let seen = 0
  for (const [brightness, count] of counts.entries()) {
    seen += count
    if (seen >= sampledPixels * inkShare) return brightness
  }
  return white
}
