import { providePostgres } from '../apps/server/src/testing/postgres/find.ts'
import { addCounts, runTests, summary } from './checks/tests.ts'

/**
 * `npm test`: unit, API and import-rule tests, then the store, queue and migration tests on a PostgreSQL server, then fault injection on real processes, then the
 * journeys in a real browser. The last lines name what failed and count them all.
 */
const runs = [await runTests([])]
if (providePostgres() !== null) runs.push(await runTests(['--root', 'apps/server', '--config', 'vitest.postgres.config.ts']))
runs.push(await runTests(['--root', 'tests/reliability/faults']))
runs.push(await runTests(['--root', 'tests/e2e']))

const counts = addCounts(runs)
process.stdout.write(`\n${summary(counts)}\n`)
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0
