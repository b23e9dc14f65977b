import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** `penmark admin …` is the installation's own command (`npm run admin`), with its settings. Returns its exit code. */
export function admin(args: string[]): Promise<number> {
  const start = fileURLToPath(new URL('../../../scripts/start.mjs', import.meta.url))
  const child = spawn(process.execPath, [start, 'admin', ...args], { stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
