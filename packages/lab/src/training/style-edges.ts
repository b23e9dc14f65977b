import { measureStyle, styleBins, styleSize, type WordSet } from '@penmark/detector/lab'
import type { Example } from './prepared.ts'

/** Edges that cut each style measure into bins of equal size over the training texts. */
export function chooseStyleEdges(examples: readonly Example[], common: WordSet): Float32Array {
  const columns = Array.from({ length: styleSize }, () => new Float32Array(examples.length))
  const style = new Float32Array(styleSize)
  const isCommon = (word: number): boolean => common.has(word)
  examples.forEach((example, i) => {
    measureStyle(example.facts, 0, example.facts.size, isCommon, style)
    columns.forEach((column, k) => {
      column[i] = style[k] as number
    })
  })
  const edges = new Float32Array(styleSize * (styleBins - 1))
  columns.forEach((column, k) => {
    column.sort()
    for (let bin = 1; bin < styleBins; bin++)
      edges[k * (styleBins - 1) + bin - 1] = column[Math.floor((bin * column.length) / styleBins)] as number
  })
  return edges
}
