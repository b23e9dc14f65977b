import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject, onTestFinished } from 'vitest'

/** What `npx penmark` runs. */
export const fromSource = fileURLToPath(new URL('../../bin/penmark.mjs', import.meta.url))

export interface Outcome {
  code: number | null
  out: string
  err: string
}

/** Runs the real program, bundled because it then starts sooner. */
export function penmark(
  args: string[],
  input = '',
  env: NodeJS.ProcessEnv = {},
  program = inject('program'),
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      env: { ...process.env, DETECTOR_MODEL: '', ...env },
    })
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

/** A temporary folder for the running test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'penmark-cli-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Some 130 words, written for these tests. */
export const prose = `My aunt keeps bees on the roof of a car park, which nobody believes until they have climbed the last flight of stairs and heard them.
She began with one hive that a friend could not keep. The friend had moved to a flat, and the bees, as my aunt likes to say, had not.
In the first summer she was stung eleven times and wrote each one down, with the date and what she had done wrong. By the third summer the list had stopped, though not because the bees had changed.
What I learnt from her is small. You move slowly, you tell them what you are doing, and you never open the lid on a day when you are cross. It works on bees, and I have found since that it works on my brother too.`
