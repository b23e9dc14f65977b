import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { endWithShell } from './npm-shell.mjs'
import { compressedFile, root, serverFolder, staleParts, webFolder } from './stale.mjs'
import { trimPackages } from './trim-packages.mjs'

const serverFile = path.join(serverFolder, 'start.js')
const running = new Set()

/** Runs a program in a child process, so that the memory of the build tools does not stay with the server. */
function succeeds(file, args, stdio, onMessage = () => {}) {
  const child = spawn(process.execPath, [file, ...args], { stdio })
  child.on('message', onMessage)
  running.add(child)
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      running.delete(child)
      resolve(code === 0)
    })
  })
}

const scriptAt = (name) => fileURLToPath(new URL(name, import.meta.url))
const build = (part, onRunnable) =>
  succeeds(
    scriptAt('./build.mjs'),
    [part, '--uncompressed'],
    ['inherit', 'inherit', 'inherit', 'ipc'],
    onRunnable,
  )

/**
 * Builds the parts concurrently. A new database takes seconds to initialise, so that happens as soon as the
 * server can run.
 */
async function buildParts(parts, createsDatabase) {
  let database = Promise.resolve(true)
  // If this fails, the server fails in the same way when it starts, and reports why.
  const prepareDatabase = () => {
    if (createsDatabase) database = succeeds(serverFile, ['migrate'], 'ignore')
  }
  if (!parts.includes('server')) prepareDatabase()
  const areBuilt = await Promise.all(parts.map((part) => build(part, prepareDatabase)))
  await database
  return areBuilt.every(Boolean)
}

// `npm start`, `npm run api`, `npm run worker`: builds what changed since the last start, then runs the
// server in this process.
endWithShell(['start', 'api', 'worker'])
const needsWeb = !['admin', 'backup', 'restore', 'rotate-keys'].includes(process.argv[2])
const parts = (await staleParts()).filter((part) => part === 'server' || needsWeb)
if (parts.length > 0) {
  console.log(`Building the ${parts.join(' and the ')}…`)
  const end = (signal) => {
    for (const child of running) child.kill(signal)
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  const createsDatabase = process.argv[2] === undefined && parts.includes('web')
  if (!(await buildParts(parts, createsDatabase))) process.exit(1)
  process.off('SIGTERM', end)
  process.off('SIGINT', end)
}
process.env.NODE_ENV ??= 'production'
await import(pathToFileURL(serverFile).href)

/** The server sends files as they are until they are compressed, so nobody waits for that. */
function compressInBackground() {
  const child = spawn(process.execPath, [scriptAt('./compressed-files.mjs')], { stdio: 'ignore' })
  child.unref()
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  process.on('exit', () => child.kill())
}

if (needsWeb && !existsSync(path.join(webFolder, compressedFile))) compressInBackground()
await trimPackages(path.join(root, 'node_modules'))
