import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type ReleaseCost, runStep, type StepCost } from '../release/run-step.ts'

/** Runs everything in one command: from the texts to both models, their cards, every figure and the page. */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    out: { type: 'string', default: 'models' },
    docs: { type: 'string', default: 'docs' },
    work: { type: 'string', default: 'data/lab' },
    nets: { type: 'string', default: 'data/lab/nets' },
    /** Where `lab gather` wrote human creative texts. */
    gathered: { type: 'string', default: '../creative-data' },
    seed: { type: 'string', default: '1' },
  },
})

type Step = { model: 'standard' | 'open'; step: string; args: readonly string[] }

const from = ['--data', values.data, '--seed', values.seed, '--out', values.out]
const training = ['--data', values.data, '--seed', values.seed, '--work', values.work]
const withReaders = [...from, '--work', values.work, '--nets', values.nets]
/** Steps of a phase read what the phases before it wrote, or only the texts. */
const phases: readonly (readonly Step[])[] = [
  [
    { model: 'open', step: 'train', args: [...training, '--name', 'open'] },
    { model: 'standard', step: 'train', args: [...training, '--name', 'standard'] },
  ],
  [
    {
      model: 'standard',
      step: 'evaluate',
      args: [...withReaders, '--docs', values.docs, '--name', 'standard'],
    },
    { model: 'open', step: 'evaluate', args: [...withReaders, '--docs', values.docs, '--name', 'open'] },
  ],
  // Training leaves the reader of creative prose out: without this phase stories would have a score again.
  [
    {
      model: 'standard',
      step: 'creative',
      args: [...from, '--gathered', values.gathered, '--name', 'standard'],
    },
    { model: 'open', step: 'creative', args: [...from, '--gathered', values.gathered, '--name', 'open'] },
  ],
  [{ model: 'standard', step: 'retellings', args: [...from, '--gathered', values.gathered] }],
  // The first measurement chose the thresholds, so it could not know the offset of retellings.
  [{ model: 'standard', step: 'evaluate', args: [...withReaders, '--name', 'standard', '--measure-only'] }],
  [
    {
      model: 'standard',
      step: 'kinds',
      args: [...withReaders, '--gathered', values.gathered, '--name', 'standard'],
    },
    { model: 'standard', step: 'edited', args: [...withReaders, '--name', 'standard'] },
    { model: 'standard', step: 'boundaries', args: withReaders },
    { model: 'standard', step: 'tails', args: [...withReaders, '--gathered', values.gathered] },
    { model: 'standard', step: 'vendors', args: [...from, '--name', 'standard'] },
    { model: 'standard', step: 'left-out', args: from },
    { model: 'open', step: 'vendors', args: [...from, '--name', 'open'] },
  ],
]

/** Much of a step is single-threaded, so two at a time use two cores. */
const stepsAtATime = 2

async function runPhase(steps: readonly Step[]): Promise<StepCost[]> {
  const costs: StepCost[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    for (let i = next++; i < steps.length; i = next++) {
      const { model, step, args } = steps[i] as Step
      costs[i] = { model, step, ...(await runStep(step, args, `${step}, ${model}`)) }
      process.stderr.write(`${step}, ${model}: done\n`)
    }
  }
  await Promise.all(Array.from({ length: stepsAtATime }, worker))
  return costs
}

const startedAt = performance.now()
const costs: StepCost[] = []
for (const phase of phases) costs.push(...(await runPhase(phase)))
const cost: ReleaseCost = {
  date: new Date().toISOString().slice(0, 10),
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  cores: availableParallelism(),
  wall_seconds: Math.round((performance.now() - startedAt) / 1_000),
  steps: costs,
}
writeFileSync(join(values.out, 'release-cost.json'), `${JSON.stringify(cost, null, 1)}\n`)
await runStep('evaluate', ['--page-only', '--out', values.out, '--docs', values.docs])
