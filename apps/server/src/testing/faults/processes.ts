import childProcess, { type SpawnOptions } from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import threads, { type WorkerOptions } from 'node:worker_threads'
import type { Plan } from './plan.ts'

/** `dies`: it starts and ends at once. `refused`: the system does not start it. */
export type StartFailure = 'dies' | 'refused'

/** Plans for which starting is currently replaced. */
const failingThreads = new WeakSet<Plan>()
const failingChildren = new WeakSet<Plan>()

/** Lets threads of this process fail as planned, until the plan is cleared. */
export function failThreads(plan: Plan): void {
  if (failingThreads.has(plan)) return
  failingThreads.add(plan)
  const Real = threads.Worker
  threads.Worker = class extends Real {
    constructor(program: string | URL, options?: WorkerOptions) {
      const planned = plan.next('thread', String(program))
      if (planned?.how === 'refused')
        throw new Error('The system refused to start a thread (a fault of the test).')
      if (planned) super('process.exit(1)', { eval: true })
      else super(program, options)
    }
  }
  syncBuiltinESMExports()
  plan.onClear(() => {
    failingThreads.delete(plan)
    threads.Worker = Real
    syncBuiltinESMExports()
  })
}

/** A path without a program: the system's refusal is real and arrives like any other. */
const nowhere = '/nonexistent/a fault of the test'

/** Lets children of this process fail as planned, until the plan is cleared. */
export function failChildren(plan: Plan): void {
  if (failingChildren.has(plan)) return
  failingChildren.add(plan)
  const { fork, spawn } = childProcess
  const optionsOf = (given: readonly unknown[]): SpawnOptions =>
    given.find(
      (each): each is SpawnOptions => typeof each === 'object' && each !== null && !Array.isArray(each),
    ) ?? {}
  const argumentsOf = (given: readonly unknown[]) => (Array.isArray(given[1]) ? given[1].map(String) : [])
  const replacedFork = (...given: Parameters<typeof fork>) => {
    const planned = plan.next('child', String(given[0]), ...argumentsOf(given))
    if (planned === null) return fork(...given)
    const options = optionsOf(given)
    return planned.how === 'refused'
      ? fork(given[0], [], { ...options, execPath: nowhere })
      : fork(given[0], [], { ...options, execArgv: ['--eval', 'process.exit(1)', '--'] })
  }
  const replacedSpawn = (...given: Parameters<typeof spawn>) => {
    const planned = plan.next('child', String(given[0]), ...argumentsOf(given))
    if (planned === null) return spawn(...given)
    const options = optionsOf(given)
    return planned.how === 'refused'
      ? spawn(nowhere, [], options)
      : spawn(process.execPath, ['--eval', 'process.exit(1)'], options)
  }
  childProcess.fork = replacedFork as typeof fork
  childProcess.spawn = replacedSpawn as typeof spawn
  syncBuiltinESMExports()
  plan.onClear(() => {
    failingChildren.delete(plan)
    Object.assign(childProcess, { fork, spawn })
    syncBuiltinESMExports()
  })
}
