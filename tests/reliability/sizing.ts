import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type KeptTable, type Proof, readResults } from './results.ts'
import { cellText, markdownTable } from './table.ts'

const place = join(import.meta.dirname, '../../docs/sizing.md')
const secondsInHour = 3_600
const million = 1_000_000

type Cells = KeptTable['rows'][number]

function tableOf(proof: Proof, title: string): KeptTable | null {
  return readResults(proof).find((table) => table.title === title) ?? null
}

const notYet = (command: string) => ['Not measured yet.', '', `Run \`${command}\`.`]
const numberAt = (row: Cells, table: KeptTable, column: string) => Number(row[table.columns.indexOf(column)])

/** Documents an hour and a core, and what a million of them takes. */
function documents(): string[] {
  const table = tableOf('scale', 'Work on documents')
  if (table === null) return notYet('npm run test:scale -- --long --only work')
  const rows = table.rows
    .filter((row) => String(row[0]).endsWith('1 worker'))
    .map((row): Cells => {
      const aSecond = numberAt(row, table, 'A second and core, database included')
      const ofWorker = numberAt(row, table, 'A second and core of a worker')
      const hours = million / (aSecond * secondsInHour)
      return [String(row[0]).replace(', 1 worker', ''), ofWorker * secondsInHour, aSecond * secondsInHour, hours, `${cellText(hours)} × P`]
    })
    .map((row) => row.map((cell) => (typeof cell === 'number' && cell > 1_000 ? Math.round(cell / 100) * 100 : cell)))
  const columns = [
    'Documents',
    'An hour and core of a worker',
    'An hour and core, database included',
    'vCPU-hours for a million, database included',
    'Cost of a million',
  ]
  return [
    markdownTable({ columns, rows }),
    '',
    '**P** is what you pay for a vCPU-hour, with its share of memory: put your own price in. One worker process uses up to two cores (one reads the queue and writes results, one judges), and a core more for every file that is read at a time (`WORKER_JOBS`).',
  ]
}

function memory(): string[] {
  const table = tableOf('load', 'Memory over time')
  if (table === null) return notYet('npm run test:load -- --long --only soak')
  const rows = table.rows.map(
    (row): Cells => [String(row[0]), numberAt(row, table, 'Last third (MB)'), numberAt(row, table, 'Highest (MB)')],
  )
  return [
    markdownTable({ columns: ['Process, with all below it', 'After half an hour of work (MB)', 'Highest (MB)'], rows }),
    '',
    'Add to a worker up to 512 MB for every file that is read at a time: a file may take so much before it is refused. The limits in `deploy/` leave that room for two.',
  ]
}

function calls(): string[] {
  const lists = tableOf('scale', 'Pages of a list')
  const traffic = tableOf('load', 'Teachers at work, at the highest rate held')
  const lines: string[] = []
  if (lists) {
    const [row] = lists.rows
    if (row)
      lines.push(
        `- An API process gives ${cellText(numberAt(row, lists, 'A second and core of an API'))} pages of a list a second and core; PostgreSQL spends ${cellText(numberAt(row, lists, 'Processor, database (ms each)'))} ms of a core on each.`,
      )
  }
  const held = traffic?.rows.at(-1)
  if (traffic && held)
    lines.push(`- ${String(held[0])} of mixed traffic: p99 ${cellText(numberAt(held, traffic, 'p99 (ms)'))} ms. ${traffic.note}`)
  return lines.length > 0 ? lines : notYet('npm run test:load -- --long')
}

/** docs/sizing.md: every figure comes from the kept results. */
export function sizingPage(): string {
  return [
    '# How much an installation needs',
    '',
    'Written from the results in `tests/reliability/results` by `npm run test:scale -- --long` and `npm run test:load -- --long`. Where and when each was measured stands in [reliability.md](reliability.md).',
    '',
    '## Documents',
    '',
    ...documents(),
    '',
    '## Memory',
    '',
    ...memory(),
    '',
    '## Calls',
    '',
    ...calls(),
    '',
    '## What the figures rest on',
    '',
    '- Processor time was measured, not guessed from utilisation: a core is one second of processor time a second on the machine named in reliability.md. Other machines differ by their speed; measure on yours before you buy.',
    '- Nothing waits for anything but the processor. A database across a network, or on a slow disk, needs more documents on their way at a time (`WORKER_JOBS`), and not more processor time.',
    '- A million documents are a million of the kind named in the row. Storage, traffic, backups and people are not in it.',
    '- Workers share nothing but the database. Add worker processes until PostgreSQL has no core left: it needs about a third of the processor time of the workers for pasted texts, and far less for files.',
    '- The busiest hour decides. For example: 500 teachers who hand in 60 essays each within the same two hours are 15,000 an hour.',
    '',
  ].join('\n')
}

export async function writeSizing(): Promise<void> {
  await writeFile(place, sizingPage())
}
