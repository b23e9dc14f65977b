import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from './stale.mjs'
import { trimPackages } from './trim-packages.mjs'

/** `npm run dev`: the server from source, restarted on every change, behind Vite's dev server for the web. */
const webAddress = 'http://localhost:5173'
const programs = [
  ['npx', ['tsx', 'watch', '--clear-screen=false', 'apps/server/src/main/start.ts']],
  ['npx', ['vite', 'apps/web', '--port', '5173', '--strictPort']],
]
const children = programs.map(([command, args]) =>
  spawn(command, args, {
    stdio: 'inherit',
    env: { PUBLIC_URL: webAddress, ...process.env },
    shell: process.platform === 'win32',
  }),
)
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) child.on('exit', stop)
await trimPackages(path.join(root, 'node_modules'))
