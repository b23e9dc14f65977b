import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os'
import { join } from 'node:path'
import { version } from '../../apps/server/src/lib/release.ts'
import { pageOf } from './page.ts'
import { type ResultTable, type StoredTable, type Suite, suites } from './result-table.ts'
import { plainTable } from './table.ts'

const root = join(import.meta.dirname, '../..')

const fileOf = (suite: Suite) => join(root, 'tests/reliability/results', `${suite}.json`)

/** Stored results of a command; empty before its first long run. */
export function readResults(suite: Suite): StoredTable[] {
  const file = fileOf(suite)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as StoredTable[]) : []
}

/** The page generated from the stored results. */
export function currentPage(): string {
  return pageOf(suites.map((suite) => ({ suite, tables: readResults(suite) })))
}

function thisVersion(): string {
  try {
    const commit = execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return `${version} (${commit.trim()})`
  } catch {
    return version
  }
}

function thisMachine(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const model = cpus()[0]?.model.trim() || 'unknown processor'
  return `${availableParallelism()} cores (${model}), ${gigabytes} GB, ${platform()} ${arch()}, Node ${process.versions.node}`
}

async function writeAtomically(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}`
  await writeFile(draft, text)
  await rename(draft, file)
}

/** Prints the tables of a short run without storing them. */
export function printResults(suite: Suite, tables: readonly ResultTable[]): void {
  for (const table of tables)
    process.stdout.write(`\n${suite}: ${table.title}\n${plainTable(table)}\n${table.note}\n`)
}

/**
 * Prints tables, stores them in the command's result file and regenerates docs/reliability.md from all of
 * them. A stored table with the same title is replaced and others stay, so a long run may be split.
 */
export async function storeResults(suite: Suite, tables: readonly ResultTable[]): Promise<void> {
  printResults(suite, tables)
  const stamp = { measured_at: new Date().toISOString(), machine: thisMachine(), version: thisVersion() }
  const stored = readResults(suite)
  for (const table of tables) {
    const index = stored.findIndex(({ title }) => title === table.title)
    stored.splice(index === -1 ? stored.length : index, index === -1 ? 0 : 1, { ...table, ...stamp })
  }
  await mkdir(join(root, 'tests/reliability/results'), { recursive: true })
  await writeAtomically(fileOf(suite), `${JSON.stringify(stored, null, 2)}\n`)
  await writeAtomically(join(root, 'docs/reliability.md'), currentPage())
}
