import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ReleaseCost } from '../release/cost.ts'
import { runStep } from '../release/run-step.ts'

/** From the texts to both models, their cards, every figure and the page, in one command. */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    out: { type: 'string', default: 'models' },
    docs: { type: 'string', default: 'docs' },
    work: { type: 'string', default: 'data/lab' },
    seed: { type: 'string', default: '1' },
  },
})

const from = ['--data', values.data, '--seed', values.seed, '--out', values.out]
const steps = [
  { model: 'open', step: 'train', args: [...from, '--work', values.work] },
  { model: 'standard', step: 'train', args: [...from, '--work', values.work] },
  { model: 'open', step: 'vendors', args: from },
  { model: 'standard', step: 'vendors', args: from },
  { model: 'standard', step: 'left-out', args: from },
] as const

const cost: ReleaseCost = {
  date: new Date().toISOString().slice(0, 10),
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  cores: availableParallelism(),
  steps: [],
}
for (const [i, { model, step, args }] of steps.entries()) {
  process.stderr.write(`\n${i + 1} of ${steps.length}: ${step}, ${model}\n`)
  const naming = step === 'left-out' ? [] : ['--name', model]
  cost.steps.push({ model, step, ...(await runStep(step, [...args, ...naming])) })
  writeFileSync(join(values.out, 'release-cost.json'), `${JSON.stringify(cost, null, 1)}\n`)
}
await runStep('evaluate', ['--page-only', '--out', values.out, '--docs', values.docs])
