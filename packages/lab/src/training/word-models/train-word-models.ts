import { Worker } from 'node:worker_threads'
import { studentKinds, type TextKind } from '../../corpora/sources.ts'
import { isCreativeProse } from '../../corpora/writing-kinds.ts'
import { Progress } from '../../progress.ts'
import type { LabelledItem } from '../dataset/dataset.ts'
import type { TrainingSet, Weights } from './train-word-model.ts'
import type { WordModelMessage, WordModelTask } from './word-model-thread.ts'

/** Two models are trained at a time, for two cores. */
const threads = 2
/** A thread runs TypeScript through the same loader as this one. */
const program = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(new URL('word-model-thread.ts', import.meta.url).href)}) })`

function trainInThread(task: WordModelTask, onStep: (done: number) => void): Promise<Weights> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, { eval: true, workerData: task })
    worker.on('message', (message: WordModelMessage) => {
      if ('done' in message) onStep(message.done)
      else resolve(message.weights)
    })
    worker.on('error', reject)
    worker.on('exit', (code) =>
      reject(
        new Error(`A thread that trained a model ended early, with code ${code}. Run the command again.`),
      ),
    )
  })
}

/**
 * Trains every task, two at a time. Each depends only on its seed and texts, so their order does not matter.
 */
export async function trainWordModels(tasks: readonly WordModelTask[], stage: string): Promise<Weights[]> {
  const progress = new Progress(
    stage,
    tasks.reduce((sum, { trainingSet, options }) => sum + trainingSet.texts.length * options.epochs, 0),
  )
  const done = tasks.map(() => 0)
  const results: Weights[] = []
  let next = 0
  const runner = async (): Promise<void> => {
    for (let i = next++; i < tasks.length; i = next++) {
      results[i] = await trainInThread(tasks[i] as WordModelTask, (steps) => {
        done[i] = steps
        progress.at(done.reduce((sum, n) => sum + n, 0))
      })
    }
  }
  await Promise.all(Array.from({ length: threads }, runner))
  progress.end(`${tasks.length} models`)
  return results
}

/** Kinds of machine texts that resemble students' work, besides those of students themselves. */
const closeMachineKinds: ReadonlySet<TextKind> = new Set(['debate', 'other'])
/** The weight of texts unlike students' writing, included so that no kind of prose is entirely unknown. */
const farWeight = 0.2
const lowWeight = 0.5
/**
 * A source of n texts is weighted by n to the power of one minus this, so that a large one does not dominate
 * a small one.
 */
const sourcePower = 0.3

function isClose({ item, ai }: LabelledItem): boolean {
  return (
    studentKinds.has(item.source.kind) ||
    item.source.kind === 'debate' ||
    (ai && closeMachineKinds.has(item.source.kind))
  )
}

/**
 * Gives both labels half of the weight, and creative prose the same share of each: otherwise the many stories by
 * machines would make a story a sign of one.
 */
function balance(chosen: readonly LabelledItem[], weights: Float64Array): void {
  const groupOf = ({ item, ai }: LabelledItem): number =>
    (isCreativeProse(item) === true ? 2 : 0) + (ai ? 1 : 0)
  const groups = Uint8Array.from(chosen, groupOf)
  const sums = [0, 0, 0, 0]
  groups.forEach((group, i) => {
    sums[group] = (sums[group] as number) + (weights[i] as number)
  })
  const [people = 0, machines = 0, peopleCreative = 0, machinesCreative = 0] = sums
  const creative = Math.min(
    peopleCreative / (people + peopleCreative || 1),
    machinesCreative / (machines + machinesCreative || 1),
  )
  groups.forEach((group, i) => {
    const share = (group < 2 ? 1 - creative : creative) / 2
    weights[i] = ((weights[i] as number) * chosen.length * share) / (sums[group] as number)
  })
}

/**
 * Weights texts so that no large source dominates, students' writing leads, and both labels count the same.
 */
export function trainingSetOf(
  examples: readonly LabelledItem[],
  isForTraining: (example: LabelledItem) => boolean,
): TrainingSet {
  const texts = Int32Array.from(examples.flatMap((example, i) => (isForTraining(example) ? [i] : [])))
  const chosen = Array.from(texts, (text) => examples[text] as LabelledItem)
  const counts = new Map<string, number>()
  const key = ({ item, ai }: LabelledItem): string => `${item.source.name} ${ai}`
  for (const example of chosen) counts.set(key(example), (counts.get(key(example)) ?? 0) + 1)
  const weights = Float64Array.from(chosen, (example) => {
    const use = example.item.source.use === 'low' ? lowWeight : 1
    return ((isClose(example) ? 1 : farWeight) * use) / (counts.get(key(example)) ?? 1) ** sourcePower
  })
  balance(chosen, weights)
  return { texts, positive: Uint8Array.from(chosen, ({ ai }) => (ai ? 1 : 0)), weights }
}
