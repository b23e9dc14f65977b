import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { idleMemory, type StoredFigure } from '../../bench/figure.ts'
import type { StoredTable, Suite } from './result-table.ts'
import { readResults } from './results.ts'
import { cellText, markdownTable } from './table.ts'

const place = join(import.meta.dirname, '../../docs/sizing.md')
const benchFigures = join(import.meta.dirname, '../../bench/results/figures.json')
const secondsInHour = 3_600
const million = 1_000_000

type Cells = StoredTable['rows'][number]

function tableOf(suite: Suite, title: string): StoredTable | null {
  return readResults(suite).find((table) => table.title === title) ?? null
}

const notMeasured = (command: string) => ['Not measured yet.', '', `Run \`${command}\`.`]
const numberAt = (row: Cells, table: StoredTable, column: string) =>
  Number(row[table.columns.indexOf(column)])

/** Documents per hour and core, and the cost of a million. */
function documents(): string[] {
  const table = tableOf('scale', 'Processing documents')
  if (table === null) return notMeasured('npm run trial -- scale --long --only work')
  const rows = table.rows
    .filter((row) => String(row[0]).endsWith('1 worker'))
    .map((row): Cells => {
      const aSecond = numberAt(row, table, 'Per second and core, including database')
      const ofWorker = numberAt(row, table, 'Per second and worker core')
      const hours = million / (aSecond * secondsInHour)
      return [
        String(row[0]).replace(', 1 worker', ''),
        ofWorker * secondsInHour,
        aSecond * secondsInHour,
        hours,
        `${cellText(hours)} × P`,
      ]
    })
    .map((row) =>
      row.map((cell) => (typeof cell === 'number' && cell > 1_000 ? Math.round(cell / 100) * 100 : cell)),
    )
  const columns = [
    'Documents',
    'Per hour and worker core',
    'Per hour and core, including database',
    'vCPU-hours for a million, including database',
    'Cost of a million',
  ]
  return [
    markdownTable({ columns, rows }),
    '',
    '**P** is your price for a vCPU-hour with its share of memory. One worker process uses up to two cores (one for the queue and the results, one for the detector), and one more core for each file that it reads at a time (`WORKER_JOBS`).',
  ]
}

/** How much of the workers' processor time the database needs for pasted texts. */
function databaseShare(): string {
  const table = tableOf('scale', 'Processing documents')
  const [row] = table?.rows ?? []
  if (!table || !row) return ''
  const share =
    numberAt(row, table, 'CPU, database (ms each)') / numberAt(row, table, 'CPU, worker (ms each)')
  return `: for pasted texts it needs ${Math.round(100 * share)} % of the workers’ CPU time, and less for files`
}

/** What an installation of one process takes while nobody uses it. */
function idle(): string {
  const figures = JSON.parse(readFileSync(benchFigures, 'utf8')) as StoredFigure[]
  const found = figures.find(({ name }) => name === idleMemory)
  if (found === undefined) throw new Error(`${benchFigures} has no "${idleMemory}".`)
  return `\`npm start\` alone, with the embedded database and nobody at work: ${Math.round(found.value)} MB, all processes together (\`npm run bench\`, ${found.measured_on}).`
}

function memory(): string[] {
  const table = tableOf('load', 'Memory over time')
  if (table === null) return notMeasured('npm run trial -- load --long --only soak')
  const rows = table.rows.map(
    (row): Cells => [
      String(row[0]),
      numberAt(row, table, 'Last third (MB)'),
      numberAt(row, table, 'Peak (MB)'),
    ],
  )
  return [
    markdownTable({
      columns: ['Process, with its children', 'After half an hour of work (MB)', 'Peak (MB)'],
      rows,
    }),
    '',
    idle(),
    '',
    'Add up to 512 MB per worker for each file that it reads at a time, the limit at which a file is refused. The limits in `deploy/` leave room for two.',
  ]
}

function calls(): string[] {
  const lists = tableOf('scale', 'List pages')
  const traffic = tableOf('load', 'Mixed traffic at the highest sustained rate')
  const lines: string[] = []
  if (lists) {
    const [row] = lists.rows
    if (row)
      lines.push(
        `- An API process serves ${cellText(numberAt(row, lists, 'Per second and API core'))} list pages per second and core; PostgreSQL spends ${cellText(numberAt(row, lists, 'CPU, database (ms each)'))} ms of CPU time on each.`,
      )
  }
  const held = traffic?.rows.at(-1)
  if (traffic && held)
    lines.push(
      `- ${String(held[0])} of mixed traffic: p99 ${cellText(numberAt(held, traffic, 'p99 (ms)'))} ms. ${traffic.note}`,
    )
  return lines.length > 0 ? lines : notMeasured('npm run trial -- load --long')
}

/** Generates docs/sizing.md from the stored results. */
export function sizingPage(): string {
  return [
    '# Sizing an installation',
    '',
    'Generated from the results in `tests/reliability/results` by `npm run trial -- scale --long` and `npm run trial -- load --long`. [reliability.md](reliability.md) says where and when each was measured.',
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
    '## How to read these figures',
    '',
    '- CPU time was measured, not estimated from utilisation. A core means one second of CPU time per second on the machine named in reliability.md. Other machines are faster or slower; measure on yours before you buy.',
    '- The processor was the only bottleneck. A database across a network or on a slow disk needs more documents in progress at a time (`WORKER_JOBS`), not more CPU time.',
    '- A million documents means a million of the kind named in the row. Storage, network traffic, backups and staff are not included.',
    `- Workers share only the database. Add worker processes until PostgreSQL runs out of cores${databaseShare()}.`,
    '- Plan for the busiest hour. For example, 500 teachers who each upload 60 essays within the same two hours make 15,000 an hour.',
    '',
  ].join('\n')
}

export async function writeSizing(): Promise<void> {
  await writeFile(place, sizingPage())
}
