import type { KeptTable, Proof } from './results.ts'
import { markdownTable } from './table.ts'

const chapters: Record<Proof, { title: string; about: string }> = {
  faults: {
    title: 'Faults',
    about:
      'Processes are killed, servers stopped, connections cut, disks filled and clocks moved while teachers upload. Afterwards every upload that was acknowledged must exist exactly once, have ended, and be charged once; no file and no row may be left over.',
  },
  load: { title: 'Load', about: 'Teachers at work, all at once: how many a machine serves, how quickly, and with how much memory.' },
  scale: { title: 'Scale', about: 'What more processes and more documents change.' },
  security: { title: 'Security', about: 'Who may do what, and what hostile input does.' },
}

const where = ({ measured_at, machine, version }: KeptTable) => `${measured_at.slice(0, 16).replace('T', ' ')} UTC, ${version}, ${machine}.`

function chapterOf(proof: Proof, tables: readonly KeptTable[]): string[] {
  const { title, about } = chapters[proof]
  const body = tables.flatMap((table) => ['', `### ${table.title}`, '', markdownTable(table), '', table.note, '', `*${where(table)}*`])
  return ['', `## ${title}`, '', `${about} \`npm run test:${proof}\``, ...(tables.length > 0 ? body : ['', 'Not measured yet.'])]
}

/** docs/reliability.md: nothing on it is typed by hand. */
export function pageOf(results: readonly { proof: Proof; tables: readonly KeptTable[] }[]): string {
  const first = [
    '# How reliable it is',
    '',
    'Written by the commands named below from their results in `tests/reliability/results`. `npm test` runs a short form of each.',
  ]
  return [...first, ...results.flatMap(({ proof, tables }) => chapterOf(proof, tables)), ''].join('\n')
}
