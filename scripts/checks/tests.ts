import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './run.ts'

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** The part of vitest's JSON report that we read. */
export interface VitestReport {
  success: boolean
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/** Counts tests. A file that could not run counts as one failure, and so does a run that failed for any other reason. */
export function countTests(report: VitestReport | null, exitCode: number): Counts {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 }
  for (const file of report?.testResults ?? []) {
    for (const { status } of file.assertionResults) counts[status === 'passed' || status === 'failed' ? status : 'skipped'] += 1
    const ownFailure = file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed')
    if (ownFailure) counts.failed += 1
  }
  if (exitCode !== 0 && counts.failed === 0) counts.failed = 1
  return counts
}

/** Runs vitest with its usual output and returns the counts of its JSON report. */
export async function runTests(vitestArguments: string[]): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'penmark-tests-'))
  const file = join(folder, 'report.json')
  try {
    const command = ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...vitestArguments]
    const { code } = await run(command, { show: true })
    const report = await readFile(file, 'utf8').then(
      (text) => JSON.parse(text) as VitestReport,
      () => null,
    )
    return countTests(report, report === null ? 1 : code)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export function addCounts(all: Counts[]): Counts {
  const sum = (key: keyof Counts) => all.reduce((total, counts) => total + counts[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}

export function countsLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}
