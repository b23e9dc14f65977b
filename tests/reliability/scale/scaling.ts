import { openCpuLimiter } from '../parts/cpu-limit.ts'
import type { Installation } from '../parts/installation.ts'
import { readState } from '../parts/state.ts'
import { addTeachers, submitTexts } from '../parts/submit.ts'
import type { ResultTable } from '../result-table.ts'
import { measureWorkers } from './throughput.ts'

const share = 0.3
const warmUp = 100

/**
 * The gain of a second worker when the machine is not the bottleneck: each is limited to less than a third of
 * a core. Null where that is not possible.
 */
export async function measureScaling(
  installation: Installation,
  documents: number,
): Promise<ResultTable | null> {
  const { database, documentsParts } = installation
  const limiter = openCpuLimiter(share)
  if (limiter === null) return null
  try {
    const callers = await addTeachers(database, 20)
    const rates: number[] = []
    for (const workers of [1, 2]) {
      const count = documents * workers + warmUp
      await submitTexts(documentsParts, callers, count)
      const { documents: done, seconds } = await measureWorkers(
        installation,
        { workers, warmUp, documents: count - 2 * workers },
        limiter.limit,
      )
      rates.push(done / seconds)
      await measureWorkers(installation, {
        workers: 1,
        warmUp: 0,
        documents: (await readState(database)).unfinished,
      })
    }
    const [one = 0, two = 0] = rates
    return {
      title: 'Adding a second worker',
      columns: ['Workers, each limited to 0.3 of a core', 'Texts per second', 'Relative to one'],
      rows: [
        ['1', one, 1],
        ['2', two, two / one],
      ],
      note: `Pasted texts of 500 words, ${documents.toLocaleString('en-GB')} per worker, by wall-clock time. The operating system limits each worker, so that two of them and PostgreSQL fit on a busy machine with two cores: this measures whether workers hinder each other.`,
    }
  } finally {
    limiter.close()
  }
}
