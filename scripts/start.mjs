import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { endWithShell } from './npm-shell.mjs'
import { serverFolder, staleParts } from './stale.mjs'

const serverFile = path.join(serverFolder, 'start.js')
const running = new Set()

/** Runs a program in a child process, so that the memory of the build tools does not stay with the server. */
function succeeds(file, args, stdio) {
  const child = spawn(process.execPath, [file, ...args], { stdio })
  running.add(child)
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      running.delete(child)
      resolve(code === 0)
    })
  })
}

const build = (part) => succeeds(fileURLToPath(new URL('./build.mjs', import.meta.url)), [part], 'inherit')

/** Builds the parts concurrently. A new database takes seconds to initialise, so that happens while the web is built. */
async function buildParts(parts, createsDatabase) {
  const server = parts.includes('server') ? build('server') : Promise.resolve(true)
  if (!parts.includes('web')) return server
  // If this fails, the server fails in the same way when it starts, and reports why.
  const database = server.then((isBuilt) => isBuilt && createsDatabase && succeeds(serverFile, ['migrate'], 'ignore'))
  const [isServerBuilt, isWebBuilt] = await Promise.all([server, build('web'), database])
  return isServerBuilt && isWebBuilt
}

// `npm start`, `npm run api`, `npm run worker`: builds what changed since the last start, then runs the server in this process.
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
  if (!(await buildParts(parts, process.argv[2] === undefined))) process.exit(1)
  process.off('SIGTERM', end)
  process.off('SIGINT', end)
}
process.env.NODE_ENV ??= 'production'
await import(pathToFileURL(serverFile).href)
