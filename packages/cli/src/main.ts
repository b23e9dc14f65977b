import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ModelError } from '@penmark/detector'
import { UsageError, usage } from './terminal/terminal.ts'

const options = {
  help: { type: 'boolean' },
  version: { type: 'boolean' },
  json: { type: 'boolean' },
  full: { type: 'boolean' },
  jsonl: { type: 'string' },
  out: { type: 'string' },
  workers: { type: 'string' },
  model: { type: 'string' },
} as const

const released = ['standard', 'open'] as const

// The reader of the output may stop early, as `head` does. Writing then fails, and the command ends in order.
process.stdout.on('error', (error) => {
  if (!isClosedPipe(error)) throw error
})

process.exitCode = await main(process.argv.slice(2))

/** Runs the command line. Returns the exit code; errors go to standard error. */
async function main(argv: string[]): Promise<number> {
  try {
    return await dispatch(argv)
  } catch (error) {
    if (isClosedPipe(error)) return 0
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\nRun "penmark --help" for all commands and options.\n`)
      return 2
    }
    if (error instanceof ModelError || isSystemError(error)) {
      process.stderr.write(`${error.message}\n`)
      return 1
    }
    throw error
  }
}

async function dispatch(argv: string[]): Promise<number> {
  if (argv[0] === 'admin') return admin(argv.slice(1))
  const { values, positionals } = parse(argv)
  if (values.help) return print(usage)
  if (values.version) return print(`${await readVersion()}\n`)
  const [command, ...files] = positionals
  // Loaded on demand, so that help and version are printed at once.
  if (command === 'check') {
    const { check } = await import('./check/check.ts')
    return check(files, { json: values.json ?? false, model: modelFile(values.model) })
  }
  if (command === 'score') {
    if (files.length > 0)
      throw new UsageError(`Give the input with --jsonl: penmark score --jsonl ${files[0]} --out OUT`)
    if (values.jsonl === undefined || values.out === undefined)
      throw new UsageError('Give both --jsonl IN and --out OUT.')
    const { score } = await import('./score/score.ts')
    return score({
      from: values.jsonl,
      to: values.out,
      workers: wholeNumber(values.workers),
      model: modelFile(values.model),
      full: values.full ?? false,
    })
  }
  if (command === 'verify') {
    const { verify } = await import('./verify/verify.ts')
    return verify(files)
  }
  if (command === undefined) throw new UsageError('Give a command: check, score, verify or admin.')
  throw new UsageError(`There is no command "${command}". The commands are check, score, verify and admin.`)
}

/**
 * `penmark admin …` is the installation's own command (`npm run admin`), with its settings. Returns its exit
 * code.
 */
function admin(args: string[]): Promise<number> {
  const start = fileURLToPath(new URL('../../../scripts/start.mjs', import.meta.url))
  const child = spawn(process.execPath, [start, 'admin', ...args], { stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

function parse(argv: string[]) {
  try {
    return parseArgs({ args: argv, options, allowPositionals: true })
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : 'The options cannot be read.', { cause })
  }
}

function wholeNumber(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (!/^[1-9]\d{0,2}$/.test(value)) throw new UsageError('--workers takes a whole number from 1 to 999.')
  return Number(value)
}

/**
 * The file of a released model by its name; anything else is a path. `DETECTOR_MODEL` is the default, as for
 * the server. Here and not deeper, because the bundled program finds the models as far up as this file does.
 */
function modelFile(nameOrPath: string | undefined): string {
  const choice = nameOrPath || process.env.DETECTOR_MODEL || 'standard'
  const name = released.find((model) => model === choice)
  return name === undefined
    ? resolve(choice)
    : fileURLToPath(new URL(`../../../models/${name}.penmark`, import.meta.url))
}

function print(text: string): number {
  process.stdout.write(text)
  return 0
}

async function readVersion(): Promise<string> {
  const manifest = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return manifest.version
}

function isClosedPipe(error: unknown): boolean {
  return isSystemError(error) && error.code === 'EPIPE'
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}
