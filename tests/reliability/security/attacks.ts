import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { attackLog } from '../../../apps/server/src/testing/attack.ts'
import type { Attack } from '../promises.ts'
import type { ResultTable } from '../result-table.ts'

const server = join(import.meta.dirname, '../../../apps/server')
const vitest = join(import.meta.dirname, '../../../node_modules/vitest/vitest.mjs')

/** The tests of the server that count attacks. */
async function findTests(): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(join(server, 'src'), { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (entry.name.endsWith('.test.ts') && (await readFile(file, 'utf8')).includes('createAttack('))
      found.push(relative(server, file))
  }
  return found.sort()
}

/** Runs the tests that attack accounts, data, payments and the network, and collects what they counted. */
export async function measureAttacks(): Promise<{ table: ResultTable; isGood: boolean }> {
  const folder = await mkdtemp(join(tmpdir(), 'penmark-attacks-'))
  const log = join(folder, 'attacks.jsonl')
  try {
    const child = spawn(process.execPath, [vitest, 'run', '--root', server, ...(await findTests())], {
      env: { ...process.env, [attackLog]: log },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const [code] = (await once(child, 'exit')) as [number | null]
    const lines = (await readFile(log, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '')
    const attacks = lines.map((line) => JSON.parse(line) as Attack)
    attacks.sort(
      (one, other) => one.promise.localeCompare(other.promise) || one.attack.localeCompare(other.attack),
    )
    return { table: tableOf(attacks), isGood: code === 0 && attacks.every(({ lost }) => lost === 0) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const tableOf = (attacks: Attack[]): ResultTable => ({
  title: 'Attacks on accounts, data, payments and the network',
  columns: ['Attack', 'Attempts', 'Succeeded'],
  rows: attacks.map(({ attack, times, lost }) => [attack, times, lost]),
  attacks,
  note: 'Each attempt is a request to the running API, or a token or an address given to the part that checks it. An attempt succeeds if it is accepted, or if an answer contains anything that belongs to somebody else. `npm test` makes all of them.',
})
