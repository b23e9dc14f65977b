import { run, workspaces } from './checks/run.ts'
import { addCounts, type Counts, runTests, summary } from './checks/tests.ts'

interface Step {
  name: string
  command: string[]
}

/**
 * `npm run check`: everything that needs no browser, fastest failures first, two programs at a time. Runs the
 * tests that read the whole tree and those affected by changes since the last push; `--all` runs every unit
 * and API test.
 */
const steps: Step[] = [
  { name: 'format and lint', command: ['biome', 'ci', '--max-diagnostics=50'] },
  { name: 'typed lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  ...['.', ...(await workspaces())].map((folder) => ({
    name: `types of ${folder}`,
    command: ['tsc', '-p', folder],
  })),
  { name: 'lookups by name', command: ['tsx', 'scripts/lookups.ts'] },
  { name: 'import rules', command: ['depcruise', '--config', '.dependency-cruiser.cjs', 'apps', 'packages'] },
  { name: 'dead exports', command: ['knip', '--no-progress'] },
]

const queue = [...steps]
let failures = 0

async function work(): Promise<void> {
  for (let step = queue.shift(); step; step = queue.shift()) {
    const started = performance.now()
    const { code, output } = await run(step.command)
    const seconds = ((performance.now() - started) / 1_000).toFixed(1)
    process.stdout.write(`${code === 0 ? '✓' : '✗'} ${step.name} (${seconds} s)\n`)
    if (code !== 0) {
      failures += 1
      process.stdout.write(`${output.trimEnd()}\n\n`)
    }
  }
}

/** The last pushed commit, or HEAD: the check covers the changes since then. */
async function base(): Promise<string> {
  const { code, output } = await run(['git', 'merge-base', 'HEAD', '@{upstream}'])
  return code === 0 ? output.trim() : 'HEAD'
}

async function test(): Promise<Counts> {
  if (process.argv.includes('--all')) return runTests([])
  const ofTree = await runTests(['--project', 'scripts'])
  const affected = await runTests(['--project', '!scripts', '--changed', await base(), '--passWithNoTests'])
  return addCounts([ofTree, affected])
}

await Promise.all([work(), work()])
const tests = await test()
process.stdout.write(
  `\n${summary(tests)}; ${steps.length - failures} of ${steps.length} other checks passed\n`,
)
process.exitCode = failures > 0 || tests.failed > 0 ? 1 : 0
