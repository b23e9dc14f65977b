import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

/**
 * The same flags as in `packages/extract/src/containment/flags.ts`, which a test checks: V8 refuses a cache
 * made with other flags.
 */
const childFlags = ['--max-old-space-size=512', '--max-semi-space-size=32']

/** Whether the reader in `folder`, started with these flags, reads the sample file and exits with 0. */
async function readsSampleFile(folder, sampleFile, execArgv, args = []) {
  const child = fork(path.join(folder, 'extract-child.cjs'), args, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv,
  })
  let isRead = false
  child.on('message', (message) => {
    if (message === 'ready') child.send({ path: sampleFile })
    else isRead = 'extraction' in message
  })
  const [code] = await once(child, 'exit')
  return isRead && code === 0
}

/** Caches the code that V8 compiles while it reads a sample file. */
async function cacheCompiledReader(folder, sampleFile) {
  if (!(await readsSampleFile(folder, sampleFile, childFlags, ['--make-cache'])))
    throw new Error('The sample file could not be read.')
}

/**
 * Builds a snapshot of the reader. Not every Node version can; without a snapshot, the compiled code is used.
 */
async function buildReaderSnapshot(folder, sampleFile) {
  const snapshot = path.join(folder, 'extract-program.snapshot')
  const flags = [...childFlags, '--snapshot-blob', snapshot]
  const snapshotBuilt = promisify(execFile)(process.execPath, [
    ...flags,
    '--build-snapshot',
    path.join(folder, 'extract-program.cjs'),
    sampleFile,
  ])
  const isUsable = await snapshotBuilt.then(
    () => readsSampleFile(folder, sampleFile, flags),
    () => false,
  )
  if (isUsable) return
  await rm(snapshot, { force: true })
  console.warn(
    `Node ${process.versions.node} cannot snapshot the file reader, so each file takes a little longer to start.`,
  )
}

/**
 * Prepares the bundled file reader in `folder` for the Node that runs this, so that each of its processes
 * starts sooner.
 */
export async function prepareReader(folder, sampleFile) {
  await cacheCompiledReader(folder, sampleFile)
  await buildReaderSnapshot(folder, sampleFile)
}
