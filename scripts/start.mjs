import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { serverFolder, staleParts } from './stale.mjs'

/** `npm start [-- api | worker]`: builds what changed since the last start, then becomes the server. */
function build(parts) {
  // A process of its own, so that the memory of the build tools does not stay with the server.
  const child = spawn(process.execPath, [fileURLToPath(new URL('./build.mjs', import.meta.url)), ...parts], { stdio: 'inherit' })
  const end = (signal) => child.kill(signal)
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      process.off('SIGTERM', end)
      process.off('SIGINT', end)
      resolve(code === 0)
    })
  })
}

const shell = process.ppid
const parts = await staleParts()
if (parts.length > 0) {
  console.log(`Building the ${parts.join(' and the ')}…`)
  if (!(await build(parts))) process.exit(1)
}
// npm runs this below a shell that dies of SIGTERM without a word to its child; a new parent tells that it has happened.
if (process.env.npm_lifecycle_event === 'start') {
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250).unref()
}
process.env.NODE_ENV ??= 'production'
await import(pathToFileURL(path.join(serverFolder, 'start.js')).href)
