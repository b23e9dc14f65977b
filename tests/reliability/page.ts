import { promiseTable } from './promise-table.ts'
import type { StoredTable, Suite } from './result-table.ts'
import { markdownTable } from './table.ts'

const chapters: Record<Suite, { title: string; about: string }> = {
  faults: {
    title: 'Faults',
    about:
      'While teachers upload, processes are killed, servers stopped, connections cut, disks filled and clocks moved. Afterwards every acknowledged upload must exist exactly once, be finished, and be charged exactly once, and no file or row may be orphaned.',
  },
  load: {
    title: 'Load',
    about:
      'Many teachers at once: how many requests a machine serves, how quickly, and with how much memory.',
  },
  scale: { title: 'Scale', about: 'The effect of more processes and more documents.' },
  security: { title: 'Security', about: 'The effect of hostile input.' },
}

const where = ({ measured_at, machine, version }: StoredTable) =>
  `${measured_at.slice(0, 16).replace('T', ' ')} UTC, ${version}, ${machine}.`

function chapterOf(suite: Suite, tables: readonly StoredTable[]): string[] {
  const { title, about } = chapters[suite]
  const body = tables.flatMap((table) => [
    '',
    `### ${table.title}`,
    '',
    markdownTable(table),
    '',
    table.note,
    '',
    `*${where(table)}*`,
  ])
  return [
    '',
    `## ${title}`,
    '',
    `${about} \`npm run trial -- ${suite}\``,
    ...(tables.length > 0 ? body : ['', 'Not measured yet.']),
  ]
}

/** Generates docs/reliability.md. */
export function pageOf(results: readonly { suite: Suite; tables: readonly StoredTable[] }[]): string {
  const first = [
    '# Reliability',
    '',
    'Generated from the results in `tests/reliability/results` by the commands named below. `npm test` runs a short form of each.',
    '',
    '## Promises',
    '',
    promiseTable(results.flatMap(({ tables }) => tables.flatMap(({ attacks = [] }) => attacks))),
    '',
    'Each figure is from the latest long run of its attack. The tables below say when, on which machine and version, and what was counted.',
  ]
  return [...first, ...results.flatMap(({ suite, tables }) => chapterOf(suite, tables)), ''].join('\n')
}
