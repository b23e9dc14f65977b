import type { ReleaseCost } from '../../release/cost.ts'
import { table } from './table.ts'

const stepNames: Record<string, string> = {
  train: 'read and compare the texts, learn, choose the thresholds, measure, write model and card',
  edited: 'edited texts, by degree, and whether a level of their own would hold',
  vendors: 'vendors left out and named',
  'left-out': 'years, kinds of writing and attacks left out',
}

const minutes = (seconds: number): string => `${(seconds / 60).toFixed(1)} min`

/** What repeating everything costs. */
export function releaseCost({ date, processor, cores, wall_seconds: wall, steps }: ReleaseCost): string {
  const processorSeconds = steps.reduce((total, step) => total + step.processor_seconds, 0)
  return `## What a release costs

\`npm run lab:release\` on ${date}, ${cores} cores of ${processor}, two steps at a time. The machine did other work as well, so the processor time says more than the time on the clock:
with two cores to itself the command needs between ${minutes(processorSeconds / 2)} and ${minutes(processorSeconds)}, by how well its steps fill both.

${table(
  ['model', 'step', 'time', 'processor time', 'largest memory'],
  [
    ...steps.map(({ model, step, wall_seconds, processor_seconds, peak_megabytes }) => [
      model,
      stepNames[step] ?? step,
      minutes(wall_seconds),
      minutes(processor_seconds),
      `${(peak_megabytes / 1_000).toFixed(1)} GB`,
    ]),
    ['both', 'all', minutes(wall), minutes(processorSeconds), ''],
  ],
)}`
}
