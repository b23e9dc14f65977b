import { spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

interface Run {
  /** Exit code; 1 for a child ended by a signal. */
  code: number
  /** Output of both streams in order; empty if it wrote directly to the terminal. */
  output: string
}

interface RunOptions {
  /** Writes directly to the terminal. */
  show?: boolean
  /**
   * Holds the output back until this settles, so that it does not mix with another run's, and then shows it
   * as it comes.
   */
  showAfter?: Promise<unknown>
}

/** Runs a program of this repository or its dependencies from the root. Does not throw if it fails. */
export function run(command: string[], options: RunOptions = {}): Promise<Run> {
  const [program = '', ...args] = command
  const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}`
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...(options.show ? {} : { NO_COLOR: '1' }), PATH: path },
      stdio: options.show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    })
    const chunks: Buffer[] = []
    let isShown = false
    const receive = (chunk: Buffer) => {
      chunks.push(chunk)
      if (isShown) process.stdout.write(chunk)
    }
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', receive)
    void options.showAfter?.then(() => {
      isShown = true
      process.stdout.write(Buffer.concat(chunks))
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') }))
  })
}

/** Folders of all workspaces, relative to the root, in order. */
export async function workspaces(): Promise<string[]> {
  const found: string[] = []
  for (const parent of ['packages', 'apps']) {
    const entries = await readdir(join(root, parent), { withFileTypes: true })
    found.push(...entries.filter((entry) => entry.isDirectory()).map((entry) => `${parent}/${entry.name}`))
  }
  return found.sort()
}

/** Names of all workspaces' packages. */
export async function workspaceNames(): Promise<string[]> {
  const read = async (folder: string) =>
    JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')) as { name: string }
  return Promise.all((await workspaces()).map(async (folder) => (await read(folder)).name))
}
