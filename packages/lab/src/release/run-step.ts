import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { costChannel, type OwnCost } from './cost.ts'

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/**
 * Runs one command of the lab in a process of its own, so that its memory is its own too.
 * @param command file name in `commands`, without ending
 * @throws where it ends with another code than 0
 */
export async function runStep(command: string, args: readonly string[]): Promise<OwnCost> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--import', fileOf('report-cost.ts'), fileOf(`../commands/${command}.ts`), ...args],
    { stdio: ['ignore', 'inherit', 'inherit', 'pipe'] },
  )
  const [cost, [code]] = await Promise.all([text(child.stdio[costChannel] as Readable), once(child, 'exit') as Promise<[number | null]>])
  if (code !== 0) throw new Error(`${command} ended with code ${code}. Its last lines say why.`)
  return JSON.parse(cost) as OwnCost
}
