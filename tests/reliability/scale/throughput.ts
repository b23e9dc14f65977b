import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../../apps/server/src/services/database/database.ts'
import type { Installation } from '../parts/installation.ts'
import type { Part } from '../parts/processes.ts'
import { processorSeconds } from '../parts/processor.ts'

const lookEveryMs = 20

export interface Throughput {
  documents: number
  seconds: number
  /** CPU time of the workers, including the detector and reading files, and of the database server. */
  workerSeconds: number
  databaseSeconds: number
}

async function finished(database: Database): Promise<number> {
  const { rows } = await database.query(
    'select coalesce(sum(completed), 0)::int as completed from document_tallies',
  )
  return Number(rows[0]?.completed)
}

/**
 * Lets this many workers empty the queue, and measures after the first `warmUp` documents until the rest are
 * done. `limit` is applied to every worker as soon as it runs.
 */
export async function measureWorkers(
  { database, databasePid, start }: Pick<Installation, 'database' | 'databasePid' | 'start'>,
  { workers: count, warmUp, documents }: { workers: number; warmUp: number; documents: number },
  limit: (pid: number) => void = () => undefined,
): Promise<Throughput> {
  const before = await finished(database)
  const until = async (done: number) => {
    for (;;) {
      const now = (await finished(database)) - before
      if (now >= done) return now
      await wait(lookEveryMs)
    }
  }
  const workers: Part[] = []
  try {
    for (let i = 0; i < count; i += 1) {
      const worker = await start('worker')
      limit(worker.pid)
      workers.push(worker)
    }
    const used = () => workers.reduce((sum, { pid }) => sum + processorSeconds(pid), 0)
    const first = await until(warmUp)
    const [began, usedBefore, databaseBefore] = [performance.now(), used(), processorSeconds(databasePid)]
    const last = await until(documents)
    return {
      documents: last - first,
      seconds: (performance.now() - began) / 1_000,
      workerSeconds: used() - usedBefore,
      databaseSeconds: processorSeconds(databasePid) - databaseBefore,
    }
  } finally {
    for (const worker of workers) await worker.stop()
  }
}
