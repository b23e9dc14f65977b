import type { Installation } from '../parts/installation.ts'
import { readState } from '../parts/state.ts'
import { addTeachers, submitPdfs, submitTexts } from '../parts/submit.ts'
import type { ResultTable } from '../result-table.ts'
import { measureWorkers, type Throughput } from './throughput.ts'

const teachers = 20

export interface Amounts {
  texts: number
  pdfs: number
  /** With two workers, for comparison. */
  textsOfTwo: number
}

const rowOf = (what: string, { documents, seconds, workerSeconds, databaseSeconds }: Throughput) => [
  what,
  documents,
  documents / seconds,
  (1_000 * workerSeconds) / documents,
  (1_000 * databaseSeconds) / documents,
  documents / workerSeconds,
  documents / (workerSeconds + databaseSeconds),
]

/**
 * How many documents workers finish, texts and files, and what a second worker adds. Throws when one is lost,
 * processed twice or charged twice.
 */
export async function measureThroughput(installation: Installation, amounts: Amounts): Promise<ResultTable> {
  const { database, documentsParts } = installation
  const callers = await addTeachers(database, teachers)
  const run = async (what: string, workers: number, count: number, submit: typeof submitTexts) => {
    await submit(documentsParts, callers, count)
    const result = await measureWorkers(installation, {
      workers,
      warmUp: Math.floor(count / 4),
      documents: count - 2 * workers,
    })
    // A stopped worker's last documents went back to the queue, as they should.
    await measureWorkers(installation, {
      workers: 1,
      warmUp: 0,
      documents: (await readState(database)).unfinished,
    })
    return rowOf(what, result)
  }
  const rows = [
    await run('pasted texts of 500 words, 1 worker', 1, amounts.texts, submitTexts),
    await run('pasted texts of 500 words, 2 workers', 2, amounts.textsOfTwo, submitTexts),
    await run('PDFs of 5 pages of 400 words, 1 worker', 1, amounts.pdfs, submitPdfs),
  ]
  const state = await readState(database)
  const all = amounts.texts + amounts.textsOfTwo + amounts.pdfs
  if (state.completed !== all || state.documents !== all || state.wronglyKept > 0)
    throw new Error(`Of ${all} documents something went wrong: ${JSON.stringify(state)}`)
  return {
    title: 'Processing documents',
    columns: [
      'Documents',
      'n',
      'Per second',
      'CPU, worker (ms each)',
      'CPU, database (ms each)',
      'Per second and worker core',
      'Per second and core, including database',
    ],
    rows,
    note: `Every document was completed, judged and charged exactly once (${all.toLocaleString('en-GB')} checked). The worker's CPU time includes the detector, reading files and the queue. Workers, PostgreSQL and the measurement shared one machine with other programs, so the rate per second depends on what was left of it; the last two columns are computed from CPU time alone.`,
  }
}
