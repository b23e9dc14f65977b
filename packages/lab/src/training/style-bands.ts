import { measureStyle, type StyleBand, styleSize, type WordSet } from '@penmark/detector/lab'
import { studentKinds } from '../corpora/sources.ts'
import type { Unseen } from './stretches.ts'

/** The range of nine in ten student texts in each measure, and their median. */
export function styleBands(humans: readonly Unseen[], common: WordSet): StyleBand[] {
  const students = humans.filter(({ example }) => studentKinds.has(example.item.source.kind) && example.words >= 150)
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
    const at = (share: number): number => Number((column[Math.floor(share * (column.length - 1))] ?? 0).toPrecision(4))
    return { low: at(0.05), middle: at(0.5), high: at(0.95), n: column.length }
  })
}
