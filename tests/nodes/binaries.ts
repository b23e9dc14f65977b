import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** One version of each line of Node that the product supports, the oldest supported one first. */
export const nodeVersions = ['20.19.6', '22.23.3', '24.21.0', '26.10.0']

export class NotFetchedError extends Error {
  override readonly name = 'NotFetchedError'
}

/** Outside the repository, so that neither the lockfile nor a commit ever holds a binary. */
export function binariesFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const cache = environment.XDG_CACHE_HOME
  return join(cache ? cache : join(homedir(), '.cache'), 'penmark', 'nodes')
}

/**
 * Path of the binary of a Node version, taken from npm's package for this system unless `folder` has it
 * already. Rejects with a `NotFetchedError` that fits on one line.
 */
export async function fetchNode(
  version: string,
  folder: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const name = `node-${process.platform}-${process.arch}`
  const installFolder = join(folder, version)
  const binary = join(
    installFolder,
    'node_modules',
    name,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  )
  if (existsSync(binary)) return binary
  await mkdir(installFolder, { recursive: true })
  const flags = [
    '--no-save',
    '--no-package-lock',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  try {
    await promisify(execFile)('npm', ['install', '--prefix', installFolder, ...flags, `${name}@${version}`], {
      cwd: installFolder,
      env: environment,
    })
  } catch (cause) {
    const reason = /^npm error (?:code )?(\S.*)$/m.exec(String(cause))?.[1] ?? 'npm failed'
    throw new NotFetchedError(
      `Node ${version} could not be fetched: npm could not install ${name}@${version} (${reason}).`,
      { cause },
    )
  }
  if (!existsSync(binary))
    throw new NotFetchedError(`Node ${version} could not be fetched: ${name}@${version} holds no binary.`)
  return binary
}
