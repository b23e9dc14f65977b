import { chmodSync, mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { removeLeftBehind } from '../../../../../packages/extract/src/testing/left-behind.ts'

const inMemory = '/dev/shm'
const neededBytes = 4 * 1_024 ** 3
const prefix = 'penmark-tests-'

/**
 * Whether Linux offers a large enough folder in memory that may hold programs. Containers often have a small
 * one, mounted with `noexec`.
 */
function hasSpaceInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, place, kind]) => place === inMemory && kind === 'tmpfs')
    return bavail * bsize > neededBytes && mount?.[3]?.split(',').includes('noexec') === false
  } catch {
    return false
  }
}

/**
 * The folder for all temporary folders of a run. In memory where possible: a database has a thousand files,
 * and writing and syncing them on a disk would take a third of the tests' processor time.
 */
export const scratch = hasSpaceInMemory() ? path.join(inMemory, `${prefix}${process.pid}`) : os.tmpdir()

const isInMemory = path.dirname(scratch) === inMemory

/** Creates the folder, and deletes it after the run. Deletes what killed runs left in memory. */
export default function setUp(): (() => void) | undefined {
  if (!isInMemory) return undefined
  removeLeftBehind(inMemory, prefix)
  mkdirSync(scratch)
  // The user of a test's PostgreSQL has a folder in it.
  chmodSync(scratch, 0o755)
  return () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
}
