import { measureStyle, type StyleBand, styleBins, styleSize, type WordSet } from '@penmark/detector/lab'
import { studentKinds } from '../corpora/sources.ts'
import type { TextBlock, TextStore } from './dataset/dataset.ts'
import type { Unseen } from './dataset/stretches.ts'

/** The range of nine in ten student texts in each measure, and their median. */
export function styleBands(humans: readonly Unseen[], common: WordSet): StyleBand[] {
  const students = humans.filter(
    ({ example }) => studentKinds.has(example.item.source.kind) && example.words >= 150,
  )
  const columns = Array.from({ length: styleSize }, () => new Float32Array(students.length))
  const style = new Float32Array(styleSize)
  students.forEach(({ example }, i) => {
    measureStyle(example.facts, 0, example.facts.size, (word) => common.has(word), style)
    columns.forEach((column, k) => {
      column[i] = style[k] as number
    })
  })
  return columns.map((column) => {
    column.sort()
    const at = (share: number): number =>
      Number((column[Math.floor(share * (column.length - 1))] ?? 0).toPrecision(4))
    return { low: at(0.05), middle: at(0.5), high: at(0.95), n: column.length }
  })
}

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
    const block = store.blocks[store.blockOf[place] as number] as TextBlock
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
