import { execFile } from 'node:child_process'
import { cp, mkdir } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)
const maxBuffer = 1 << 26

/** The environment in which everything that npm and npx start finds this Node first. */
export function environmentOf(node: string): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` }
}

/**
 * Copies the project without what git ignores into `folder` and installs there what the lockfile names, as a
 * new user's `npm ci` does: install scripts of this Node run, and its own binaries are chosen. Returns how
 * long npm took, in seconds. Aborting `signal` kills npm.
 */
export async function installCopy(node: string, folder: string, signal: AbortSignal): Promise<number> {
  const { stdout } = await run(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'],
    {
      cwd: root,
      maxBuffer,
    },
  )
  for (const file of stdout.split('\0').filter(Boolean)) {
    await mkdir(join(folder, dirname(file)), { recursive: true })
    // A file that was deleted but not yet committed is listed too.
    await cp(join(root, file), join(folder, file)).catch(ignoreMissing)
  }
  const began = performance.now()
  const flags = ['--no-audit', '--no-fund', '--loglevel=error']
  signal.throwIfAborted()
  const npm = run(node, [npmProgram(), 'ci', ...flags], { cwd: folder, env: environmentOf(node), maxBuffer })
  // Asked to end, npm would go on to undo the installation.
  signal.addEventListener('abort', () => npm.child.kill('SIGKILL'))
  await npm
  return (performance.now() - began) / 1_000
}

/** The package of a Node binary has no npm, so the one that runs this is used. */
function npmProgram(): string {
  const program = process.env.npm_execpath
  if (program === undefined) throw new Error('Start this with npm: npm run trial -- nodes')
  return program
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
