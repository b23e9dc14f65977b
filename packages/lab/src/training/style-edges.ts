import { measureStyle, styleBins, styleSize, type WordSet } from '@penmark/detector/lab'
import type { TextBlock, TextStore } from './text-store.ts'

/** Number of evenly sampled texts from which the edges are computed. */
const sampled = 40_000

/** Edges that divide each style measure into bins of equal size over the training texts. */
export function chooseStyleEdges(store: TextStore, common: WordSet): Float32Array {
  const texts = store.size.length / 2
  const every = Math.max(1, Math.floor(texts / sampled))
  const rows = Math.ceil(texts / every)
  const columns = Array.from({ length: styleSize }, () => new Float32Array(rows))
  const style = new Float32Array(styleSize)
  for (let row = 0; row < rows; row++) {
    const place = 2 * row * every
    const from = store.from[place] as number
    const block = store.blocks[store.shelfOf[place] as number] as TextBlock
    measureStyle(block, from, from + (store.size[place] as number), (word) => common.has(word), style)
    columns.forEach((column, k) => {
      column[row] = style[k] as number
    })
  }
  const edges = new Float32Array(styleSize * (styleBins - 1))
  columns.forEach((column, k) => {
    column.sort()
    for (let bin = 1; bin < styleBins; bin++)
      edges[k * (styleBins - 1) + bin - 1] = column[Math.floor((bin * column.length) / styleBins)] as number
  })
  return edges
}
