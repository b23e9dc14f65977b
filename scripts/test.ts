import { providePostgres } from '../apps/server/src/testing/postgres/find.ts'
import { addCounts, type Counts, runTests, summary } from './checks/tests.ts'

/**
 * `npm test`: unit, API and import-rule tests; beside them, since they mostly wait, fault injection on real processes and then the store, queue and
 * migration tests on a PostgreSQL server; at the end the journeys in a real browser. The last lines name what failed and count them all.
 */
const hasPostgres = providePostgres() !== null

async function beside(): Promise<Counts[]> {
  const faults = await runTests(['--root', 'tests/reliability/faults'], { inBackground: true })
  if (!hasPostgres) return [faults]
  return [faults, await runTests(['--root', 'apps/server', '--config', 'vitest.postgres.config.ts'], { inBackground: true })]
}

const [unit, others] = await Promise.all([runTests([]), beside()])
const counts = addCounts([unit, ...others, await runTests(['--root', 'tests/e2e'])])
process.stdout.write(`\n${summary(counts)}\n`)
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0
