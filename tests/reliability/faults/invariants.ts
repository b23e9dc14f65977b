import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { sweepFiles } from '../../../apps/server/src/features/operations/upkeep/sweep-files.ts'
import { updateAgreed } from '../../../apps/server/src/features/operations/upkeep/sweep-store.ts'
import type { Database } from '../../../apps/server/src/services/database/database.ts'
import type { Storage } from '../../../apps/server/src/services/storage/storage.ts'
import { leastChargedWords } from '../../../packages/contract/src/index.ts'
import type { Sent } from './teacher.ts'

/** Counts that must be zero after any fault. */
export interface Violations {
  /** Acknowledged but missing. */
  lost: number
  /** Files stored twice. */
  duplicated: number
  /** Not in a final status, or in one that the fault does not explain. */
  unfinished: number
  /** Completed without exactly one report and one charge of its words, or charged without being completed. */
  wronglyCharged: number
  /** Files without a row after the sweep, rows without a file, texts, reports and jobs without a document. */
  orphans: number
}

export interface Inspection extends Violations {
  /** What `orphans` adds up. */
  orphansByKind: Record<string, number>
  documents: number
  completed: number
}

async function numberOf(database: Database, text: string, values: unknown[] = []): Promise<number> {
  return Number((await database.query(text, values)).rows[0]?.count)
}

/**
 * Waits until nothing is in progress. After the time limit it returns, and the counts show what is
 * unfinished.
 */
export async function waitUntilFinished(
  unfinished: () => Promise<number>,
  withinMs = 120_000,
): Promise<void> {
  const deadline = Date.now() + withinMs
  while (Date.now() < deadline && (await unfinished()) > 0) await wait(250)
}

export const selectUnfinished = (database: Database) =>
  numberOf(
    database,
    "select count(*)::int as count from documents where status in ('UPLOADED', 'QUEUED', 'PROCESSING')",
  )

/** Waiting jobs whose document is not being worked on. */
export const countOrphanJobs = (database: Database) =>
  numberOf(
    database,
    `select count(*)::int as count from queue.job j where name in ('documents', 'texts') and state < 'active'
       and not exists (select 1 from documents d where d.job_id = j.id and d.status in ('QUEUED', 'PROCESSING'))`,
  )

/**
 * Sweeps files of uploads that died before their row was written, as if an hour had passed. The faults of a
 * scenario leave more of them than a sweep removes unasked.
 */
export async function sweepAll(database: Database, storage: Storage): Promise<void> {
  await updateAgreed(database, 1_000_000)
  await sweepFiles({ database, storage, logger: pino({ level: 'silent' }) }, -60_000)
}

async function countOrphanFiles(database: Database, storage: Storage): Promise<number> {
  await sweepAll(database, storage)
  const keys = new Set<string>()
  for await (const key of storage.list(new Date(Date.now() + 60_000))) keys.add(key)
  const { rows } = await database.query('select blob_key from documents where blob_key is not null')
  const known = new Set(rows.map(({ blob_key }) => String(blob_key)))
  return [...keys].filter((key) => !known.has(key)).length + [...known].filter((key) => !keys.has(key)).length
}

/** Counts documents, violations and orphans. `mayFail` if the fault explains documents in ERROR. */
export async function inspect(
  database: Database,
  storage: Storage,
  sent: readonly Sent[],
  mayFail = false,
): Promise<Inspection> {
  const ids = sent.flatMap(({ id }) => id ?? [])
  const acceptedStatuses = mayFail ? "('COMPLETED', 'ERROR')" : "('COMPLETED')"
  const count = (text: string, values: unknown[] = []) =>
    numberOf(database, `select count(*)::int as count from ${text}`, values)
  const orphansByKind = {
    files: await countOrphanFiles(database, storage),
    texts: await count(
      'document_texts t where not exists (select 1 from documents d where d.id = t.document_id)',
    ),
    reports: await count('reports r where not exists (select 1 from documents d where d.id = r.document_id)'),
    charges: await count(
      'allowance_movements m where document_id is not null and not exists (select 1 from documents d where d.id = m.document_id)',
    ),
    jobs: await countOrphanJobs(database),
  }
  return {
    documents: await count('documents'),
    completed: await count("documents where status = 'COMPLETED'"),
    lost: await count(
      'unnest($1::uuid[]) as given (id) where not exists (select 1 from documents d where d.id = given.id)',
      [ids],
    ),
    duplicated: await count(
      '(select 1 from documents where blob_key is not null group by original_filename having count(*) > 1) as twice',
    ),
    unfinished: await count(`documents where status not in ${acceptedStatuses}`),
    wronglyCharged: await count(
      `documents d where case when status = 'COMPLETED' then
         (select count(*) from reports r where r.document_id = d.id) <> 1
         or (select count(*) from allowance_movements m where m.document_id = d.id and kind = 'spent')
           <> case when d.word_count < ${leastChargedWords} then 0 else 1 end
         or (select coalesce(sum(words), 0) from allowance_movements m where m.document_id = d.id)
           <> case when d.word_count < ${leastChargedWords} then 0 else d.word_count end
       else (select coalesce(sum(words), 0) from allowance_movements m where m.document_id = d.id) <> 0 end`,
    ),
    orphans: Object.values(orphansByKind).reduce((sum, each) => sum + each, 0),
    orphansByKind,
  }
}

export const countViolations = ({
  lost,
  duplicated,
  unfinished,
  wronglyCharged,
  orphans,
}: Violations): number => lost + duplicated + unfinished + wronglyCharged + orphans
