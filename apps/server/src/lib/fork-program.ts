import { type ChildProcess, fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

interface ForkOptions {
  args?: string[]
  /** Flags of Node. */
  flags?: string[]
}

/**
 * Starts a program of the server in a process of its own, from its bundle or from its source. Its
 * environment is empty, and the two only exchange messages.
 */
export function forkProgram(
  source: URL,
  bundled: string | undefined,
  { args = [], flags = [] }: ForkOptions = {},
): ChildProcess {
  const loader =
    bundled === undefined
      ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href]
      : []
  return fork(bundled ?? fileURLToPath(source), args, {
    env: {},
    execArgv: [...flags, ...loader],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
}
