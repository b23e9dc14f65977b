import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/**
 * Runs one command of the lab in a process of its own, so that its memory is its own too. What it writes to
 * standard error comes out line by line behind `label`, because two steps run at a time.
 * @param command file name in `commands`, without ending
 * @throws if it ends with another code than 0
 */
export async function runStep(
  command: string,
  args: readonly string[],
  label = command,
): Promise<CommandCost> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--import', fileOf('report-cost.ts'), fileOf(`../commands/${command}.ts`), ...args],
    { stdio: ['ignore', 'inherit', 'pipe', 'pipe'] },
  )
  createInterface({ input: child.stderr as Readable }).on('line', (line) =>
    process.stderr.write(`${label}: ${line}\n`),
  )
  const [cost, [code]] = await Promise.all([
    text(child.stdio[costDescriptor] as Readable),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  if (code !== 0) throw new Error(`${command} exited with code ${code}. See its last lines of output.`)
  return JSON.parse(cost) as CommandCost
}

/** The cost of one command. */
export interface StepCost {
  model: 'standard' | 'open'
  step: string
  wall_seconds: number
  /** Of all threads together. */
  processor_seconds: number
  /** Largest resident memory. */
  peak_megabytes: number
}

/** The cost of a whole release, and its machine. Varies between runs. */
export interface ReleaseCost {
  date: string
  processor: string
  cores: number
  /** Of the whole command: steps run two at a time. */
  wall_seconds: number
  steps: StepCost[]
}

/** The cost that a command reports at its end, through `report-cost.ts`. */
export type CommandCost = Omit<StepCost, 'model' | 'step'>

/** The file descriptor for the report. */
export const costDescriptor = 3
