import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './run.ts'

export interface Counts {
  passed: number
  failed: number
  skipped: number
  /** Names of the failed tests, so that a long log ends with them. */
  failures: string[]
}

interface TestResult {
  status: string
  fullName: string
  failureMessages: string[]
}

/** The part of vitest's JSON report that we read. */
export interface VitestReport {
  success: boolean
  testResults: { name: string; status: string; message: string; assertionResults: TestResult[] }[]
}

const firstLines = (text = '') => text.split('\n').slice(0, 6).join('\n  ')

/**
 * Counts tests. A file that could not run counts as one failure, and so does a run that failed for any other
 * reason.
 */
export function countTests(report: VitestReport | null, exitCode: number): Counts {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] }
  const fail = (name: string, message?: string) => {
    counts.failed += 1
    counts.failures.push(`${name}\n  ${firstLines(message)}`.trimEnd())
  }
  for (const file of report?.testResults ?? []) {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    for (const { fullName, failureMessages } of failed) fail(`${file.name} > ${fullName}`, failureMessages[0])
    if (file.status === 'failed' && failed.length === 0) fail(file.name, file.message)
    counts.passed += file.assertionResults.filter(({ status }) => status === 'passed').length
    counts.skipped += file.assertionResults.filter(
      ({ status }) => status !== 'passed' && status !== 'failed',
    ).length
  }
  if (exitCode !== 0 && counts.failed === 0) fail(`vitest ended with code ${exitCode}`)
  return counts
}

/**
 * Runs vitest with its usual output, held back until `after` is settled if given, and returns the counts of
 * its JSON report.
 */
export async function runTests(
  vitestArguments: string[],
  { after }: { after?: Promise<unknown> } = {},
): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'penmark-tests-'))
  const file = join(folder, 'report.json')
  try {
    const command = [
      'vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...vitestArguments,
    ]
    const { code } = await run(command, after === undefined ? { show: true } : { showAfter: after })
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
  const sum = (key: 'passed' | 'failed' | 'skipped') => all.reduce((total, counts) => total + counts[key], 0)
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    failures: all.flatMap(({ failures }) => failures),
  }
}

/** Each failed test with its reason, and one line of counts at the end. */
export function summary({ passed, failed, skipped, failures }: Counts): string {
  return [
    ...failures.map((failure) => `FAILED ${failure}`),
    `${passed} passed, ${failed} failed, ${skipped} skipped`,
  ].join('\n')
}
