import { Worker } from 'node:worker_threads'
import { Progress } from '../../progress.ts'
import type { BagMessage, BagTask } from './bag-thread.ts'
import type { Weights } from './train-bag.ts'

/** Two models are trained at a time, for two cores. */
const threads = 2
/** A thread runs TypeScript through the same loader as this one. */
const program = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(new URL('bag-thread.ts', import.meta.url).href)}) })`

function trainInThread(task: BagTask, onStep: (done: number) => void): Promise<Weights> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, { eval: true, workerData: task })
    worker.on('message', (message: BagMessage) => {
      if ('done' in message) onStep(message.done)
      else resolve(message.weights)
    })
    worker.on('error', reject)
    worker.on('exit', (code) => reject(new Error(`A thread that trained a model ended early, with code ${code}. Run the command again.`)))
  })
}

/** Trains every task, two at a time. Each depends only on its seed and texts, so their order does not matter. */
export async function trainBags(tasks: readonly BagTask[], stage: string): Promise<Weights[]> {
  const progress = new Progress(
    stage,
    tasks.reduce((sum, { trainingSet, options }) => sum + trainingSet.texts.length * options.epochs, 0),
  )
  const done = tasks.map(() => 0)
  const results: Weights[] = []
  let next = 0
  const runner = async (): Promise<void> => {
    for (let i = next++; i < tasks.length; i = next++) {
      results[i] = await trainInThread(tasks[i] as BagTask, (steps) => {
        done[i] = steps
        progress.at(done.reduce((sum, n) => sum + n, 0))
      })
    }
  }
  await Promise.all(Array.from({ length: threads }, runner))
  progress.end(`${tasks.length} models`)
  return results
}
