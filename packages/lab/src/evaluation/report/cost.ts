import type { ReleaseCost } from '../../release/cost.ts'
import { table } from './table.ts'

const stepNames: Record<string, string> = {
  train: 'read and compare the texts, learn, choose the cuts, measure, write model and card',
  vendors: 'vendors left out and named',
  'left-out': 'years, kinds of writing and attacks left out',
}

const minutes = (seconds: number): string => `${(seconds / 60).toFixed(1)} min`

/** What it takes to repeat everything. */
export function releaseCost({ date, processor, cores, steps }: ReleaseCost): string {
  const sum = (key: 'wall_seconds' | 'processor_seconds'): number => steps.reduce((total, step) => total + step[key], 0)
  return `## What a release costs

\`npm run lab:release\` on ${date}, ${cores} cores of ${processor}, beside whatever else that machine did.

${table(
  ['model', 'step', 'time', 'time of processors', 'largest memory'],
  [
    ...steps.map(({ model, step, wall_seconds, processor_seconds, peak_megabytes }) => [
      model,
      stepNames[step] ?? step,
      minutes(wall_seconds),
      minutes(processor_seconds),
      `${(peak_megabytes / 1_000).toFixed(1)} GB`,
    ]),
    ['both', 'all', minutes(sum('wall_seconds')), minutes(sum('processor_seconds')), ''],
  ],
)}`
}
