import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'

/** One measured figure. `n` is the number of measurements; the value is their median. */
export interface Figure {
  name: string
  value: number
  unit: 'ms' | 's' | 'MB' | 'kB' | 'documents/s' | 'CLS' | 'points' | 'steps' | 'files' | 'words' | '%'
  n: number
  /** The target, in the same unit. */
  target: number
  better: 'lower' | 'higher'
}

/** The figure that docs/sizing.md states. */
export const idleMemory = 'idle server, all processes'

export function median(values: number[]): number {
  if (values.length === 0) throw new Error('An empty list has no median.')
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** Three significant digits: more would be false precision. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3))
}

export function isMet({ value, target, better }: Figure): boolean {
  return better === 'lower' ? value <= target : value >= target
}

/** A figure in the file of results: where and when it was measured. */
export interface StoredFigure extends Figure {
  machine: { cores: number; node: string; platform: string }
  measured_on: string
}

export const readFigures = async (path: string): Promise<StoredFigure[]> =>
  JSON.parse(await readFile(path, 'utf8')) as StoredFigure[]

/** Writes what was measured on this machine today, in front of what is kept from earlier. */
export async function writeFigures(path: string, measured: Figure[], kept: StoredFigure[]): Promise<void> {
  const machine = {
    cores: availableParallelism(),
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
  }
  const measured_on = new Date().toISOString().slice(0, 10)
  const rows = [
    ...measured.map((figure) => ({ ...figure, value: rounded(figure.value), machine, measured_on })),
    ...kept,
  ]
  await writeFile(path, `[\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n]\n`)
}
