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
export const prose = `A city that wants fewer cars has to make something else easier. Cycle lanes are the cheapest choice, because a lane costs a fraction of a road and carries as many people in an hour.
Critics say that lanes take space from shops, and that customers will stay away. Studies of several streets suggest the opposite: people who cycle spend less at each visit but come more often.
A second objection is the weather. It is a fair one, although countries with wet winters have some of the highest shares of cyclists, which shows that safe routes matter more than rain.
For these reasons the council should build a connected network instead of single lanes. It should also measure how many people use it, and publish the figures every year, so that residents can judge whether the money was well spent.`
