import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'

/** What `npx penmark` runs. */
export const fromSource = fileURLToPath(new URL('../../bin/penmark.mjs', import.meta.url))

export interface Outcome {
  code: number | null
  out: string
  err: string
}

/** Runs the real program, bundled because it then starts sooner. */
export function penmark(args: string[], input = '', env: NodeJS.ProcessEnv = {}, program = inject('program')): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, DETECTOR_MODEL: '', ...env } })
    const outcome: Outcome = { code: null, out: '', err: '' }
    child.stdout.on('data', (chunk: Buffer) => (outcome.out += chunk.toString('utf8')))
    child.stderr.on('data', (chunk: Buffer) => (outcome.err += chunk.toString('utf8')))
    child.on('error', reject)
    child.on('close', (code) => resolve({ ...outcome, code }))
    // A program that refuses its arguments ends before it reads.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}

/** Runs the real program and stops reading after its first bytes, as `penmark … | head -c 1` does. */
export function penmarkIntoHead(args: string[], input: string): Promise<Pick<Outcome, 'code' | 'err'>> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [inject('program'), ...args])
    let err = ''
    child.stdout.once('data', () => child.stdout.destroy())
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString('utf8')))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, err }))
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}
