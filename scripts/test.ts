import { addCounts, countsLine, runTests } from './checks/tests.ts'

/** `npm test`: unit, API and import-rule tests, then the journeys in a real browser. The last line counts them all. */
const unit = await runTests([])
const journeys = await runTests(['--root', 'tests/e2e'])

const counts = addCounts([unit, journeys])
process.stdout.write(`\n${countsLine(counts)}\n`)
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0
