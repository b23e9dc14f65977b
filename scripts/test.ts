import { cp, rm } from 'node:fs/promises'
import { providePostgres } from '../apps/server/src/testing/postgres/find.ts'
import { bundleFolder, sharedBundle } from '../apps/server/src/testing/setup/bundle.ts'
import { treeProjects } from '../vitest.config.ts'
import { run, workspaceNames } from './checks/run.ts'
import { addCounts, type Counts, runTests, summary } from './checks/tests.ts'
import { serverFolder, staleParts } from './stale.mjs'

/**
 * `npm test`: unit and API tests. Beside them, since they mostly wait: fault injection on real processes, the
 * tests of the tree as a whole, the store, queue and migration tests on a PostgreSQL server, and the web's
 * tests. At the end the journeys in a real browser. The last lines name what failed and count them all.
 */
const hasPostgres = providePostgres() !== null

const stale = await staleParts()

/**
 * Returns whether the part is now up to date. If not, the tests that need it build it themselves and report
 * the error.
 */
async function build(part: (typeof stale)[number]): Promise<boolean> {
  return !stale.includes(part) || (await run(['node', 'scripts/build.mjs', part])).code === 0
}

const isWebBuilt = build('web')
const bundle = bundleFolder('shared')
if (await build('server')) {
  // A copy, so that a build during the tests does not change it.
  await cp(serverFolder, bundle, { recursive: true })
  process.env[sharedBundle] = bundle
}

const inProjects = (names: string[]) => names.flatMap((name) => ['--project', name])

const web = '@penmark/web'

/** Runs the other tests while the unit tests run, and shows their output afterwards. */
async function runOthers(unit: Promise<unknown>): Promise<Counts[]> {
  const parts = [
    ['--root', 'tests/reliability/faults'],
    inProjects(treeProjects.map(({ test }) => test.name)),
    ...(hasPostgres ? [['--root', 'apps/server', '--config', 'vitest.postgres.config.ts']] : []),
    inProjects([web]),
  ]
  const counts: Counts[] = []
  for (const part of parts) counts.push(await runTests(part, { after: unit }))
  return counts
}

try {
  const unit = runTests(inProjects((await workspaceNames()).filter((name) => name !== web)))
  const [first, others] = await Promise.all([unit, runOthers(unit)])
  await isWebBuilt
  const counts = addCounts([first, ...others, await runTests(['--root', 'tests/e2e'])])
  process.stdout.write(`\n${summary(counts)}\n`)
  process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0
} finally {
  await rm(bundle, { recursive: true, force: true })
}
