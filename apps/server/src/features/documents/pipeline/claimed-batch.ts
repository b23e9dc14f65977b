import { inBatches } from '../../../lib/batches.ts'
import type { Database } from '../../../services/database/database.ts'
import type { Job } from '../../../services/queue/queue.ts'
import { selectTexts } from '../rows/store.ts'
import { updateClaimed } from './job-store.ts'
import type { ClaimedDocument, ReadDocument } from './states.ts'

/**
 * Writes a step of several documents. Returns results by document id, without rows that belong to another job
 * or are locked by others.
 */
type WriteAll<In, Out> = (documents: In[]) => Promise<Map<string, Out>>

/**
 * The documents that this process works on. What it writes about them is batched across documents, without a
 * teacher's many delaying others' few.
 */
export interface DocumentsAtHand {
  /** Starts a run; null if the document no longer belongs to the job. */
  claim(job: Job): Promise<ClaimedDocument | null>
  /** Must be called when the work on a claimed document has ended, however it did. */
  release(claimed: ClaimedDocument): void
  /**
   * Makes the write of a step for one document out of that for several; undefined if the document was taken
   * over.
   */
  batched<In extends ReadDocument, Out>(
    writeAll: WriteAll<In, Out>,
  ): (document: In) => Promise<Out | undefined>
}

/** A larger batch would lock the rows of more teachers for longer than it saves. */
const maximumBatch = 16
/** Longer texts are written alone, because they would delay a whole batch. */
const shortCharacters = 20_000

export function createDocumentsAtHand(database: Database): DocumentsAtHand {
  const teachers = createTeachersAtHand()
  const claim = inBatches(
    (jobs: Job[]) =>
      withRetriesOneByOne(
        jobs,
        ({ document_id }) => document_id,
        (batch) => claimAll(database, batch),
      ),
    maximumBatch,
  )
  return {
    async claim(job) {
      const claimed = (await claim(job)) ?? null
      if (claimed !== null) teachers.add(claimed)
      return claimed
    },
    release: teachers.remove,
    batched: (writeAll) => teachers.apart(() => bySize(writeAll)),
  }
}

async function claimAll(database: Database, jobs: Job[]): Promise<Map<string, ClaimedDocument>> {
  const rows = await updateClaimed(database, jobs, new Date())
  const texts = await selectTexts(
    database,
    rows.filter(({ blob_key }) => blob_key === null).map(({ id }) => id),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    jobs.flatMap((job) => {
      const row = byId.get(job.document_id)
      return row ? [[row.id, { job, row, pasted: texts.get(row.id) ?? null }]] : []
    }),
  )
}

/**
 * Runs `work` for a batch, and then one by one for the items that the batch left out, because their rows were
 * locked by others or their document was in the batch twice: a job may be handed out a second time while the
 * first still runs, and one transaction would treat both as the first.
 */
async function withRetriesOneByOne<In, Out>(
  batch: In[],
  keyOf: (item: In) => string,
  work: WriteAll<In, Out>,
): Promise<(Out | undefined)[]> {
  const results = new Map<In, Out>()
  const run = async (items: In[]) => {
    const byId = await work(items)
    for (const item of items) {
      const result = byId.get(keyOf(item))
      if (result !== undefined) results.set(item, result)
    }
  }
  const firstOfEach = new Map(batch.toReversed().map((item) => [keyOf(item), item]))
  await run([...firstOfEach.values()])
  if (batch.length > 1) for (const item of batch) if (!results.has(item)) await run([item])
  return batch.map((item) => results.get(item))
}

/** Writes short texts in batches and long ones one by one. */
function bySize<In extends ReadDocument, Out>(
  writeAll: WriteAll<In, Out>,
): (document: In) => Promise<Out | undefined> {
  const write = (batch: In[]) => withRetriesOneByOne(batch, ({ row }) => row.id, writeAll)
  const [short, long] = [inBatches(write, maximumBatch), inBatches(write, 1)]
  return (document) => (document.read.text.length > shortCharacters ? long(document) : short(document))
}

/** A document, and whose it is. */
interface Owned {
  row: { teacher_id: string }
}

/**
 * Counts the documents that each teacher has at hand in this process, and keeps those of a teacher with
 * several apart from others'.
 */
export function createTeachersAtHand() {
  const counts = new Map<string, number>()
  const change = ({ row: { teacher_id } }: Owned, by: 1 | -1) => {
    const count = (counts.get(teacher_id) ?? 0) + by
    if (count > 0) counts.set(teacher_id, count)
    else counts.delete(teacher_id)
  }
  return {
    add: (document: Owned) => change(document, 1),
    remove: (document: Owned) => change(document, -1),
    /**
     * Writes the documents of a teacher with several at hand in batches of their own. What the same teacher
     * uploads meanwhile locks rows that such a batch waits for, and everybody in the same batch would wait
     * too.
     */
    apart<In extends Owned, Out>(
      createBatches: () => (document: In) => Promise<Out>,
    ): (document: In) => Promise<Out> {
      const shared = createBatches()
      const ofTeachers = new Map<string, { write: (document: In) => Promise<Out>; waiting: number }>()
      return async (document) => {
        const { teacher_id } = document.row
        if ((counts.get(teacher_id) ?? 0) <= 1) return shared(document)
        const own = ofTeachers.get(teacher_id) ?? { write: createBatches(), waiting: 0 }
        ofTeachers.set(teacher_id, own)
        own.waiting += 1
        try {
          return await own.write(document)
        } finally {
          own.waiting -= 1
          if (own.waiting === 0) ofTeachers.delete(teacher_id)
        }
      }
    },
  }
}
