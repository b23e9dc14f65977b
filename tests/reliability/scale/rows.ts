import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { readDashboardStats } from '../../../apps/server/src/features/documents/lists/counts.ts'
import {
  countDocuments,
  listDocuments,
} from '../../../apps/server/src/features/documents/rows/read-documents.ts'
import {
  listClassTallies,
  readAnalytics,
} from '../../../apps/server/src/features/operations/analytics/analytics.ts'
import type { Caller } from '../../../apps/server/src/http/caller.ts'
import { connect } from '../../../apps/server/src/services/database/connect/connect.ts'
import type { Database } from '../../../apps/server/src/services/database/database.ts'
import { selectQueueDepth } from '../../../apps/server/src/services/observe/metrics.ts'
import { createQueue } from '../../../apps/server/src/services/queue/pg-boss.ts'
import { startPostgres } from '../../../apps/server/src/testing/postgres/start.ts'
import { addTeachers } from '../parts/submit.ts'
import type { ResultTable } from '../result-table.ts'
import { addDocuments } from './generated.ts'
import { quantile } from './latency.ts'

/** Documents of one teacher; all others share the rest. */
const ownDocuments = 10_000
const otherTeachers = 20_000
const inOneStatement = 500_000
const calls = 30
const jobFetches = 200

/** Durability does not matter here, and loading is not measured. */
const loading = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '8GB',
  maintenance_work_mem: '512MB',
  shared_buffers: '512MB',
}

/**
 * Adds documents without the indexes, which would take an hour to maintain row by row. The tallies are
 * maintained throughout.
 */
async function load(database: Database, from: number, documents: number, teachers: string[]): Promise<void> {
  const { rows: indexes } = await database.query(
    `select indexname, indexdef from pg_indexes where schemaname = 'public' and tablename = 'documents'
     and indexname not in (select conname from pg_constraint)`,
  )
  for (const { indexname } of indexes) await database.query(`drop index ${String(indexname)}`)
  await database.script(
    'alter table documents disable trigger all; alter table documents enable trigger documents_tally_inserted',
  )
  for (let done = 0; done < documents; done += inOneStatement) {
    await addDocuments(database, {
      from: from + done,
      documents: Math.min(inOneStatement, documents - done),
      teachers,
    })
  }
  await database.script('alter table documents enable trigger all')
  for (const { indexdef } of indexes) await database.query(String(indexdef))
  await database.query('vacuum (analyze)')
}

async function timesOf(task: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < calls + 2; i += 1) {
    const began = performance.now()
    await task()
    if (i > 1) times.push(performance.now() - began)
  }
  return times
}

/** Takes and closes jobs one after the other while this many wait; the time of each in milliseconds. */
async function timeFetches(database: Database): Promise<number[]> {
  const queue = await createQueue(database, pino({ level: 'silent' }))
  const times: number[] = []
  try {
    await new Promise<void>((resolve) => {
      let last = performance.now()
      queue.work(
        async () => {
          const now = performance.now()
          times.push(now - last)
          last = now
          if (times.length === jobFetches) resolve()
        },
        { text: 1, file: 1, scan: 0 },
      )
    })
  } finally {
    await queue.stop()
  }
  return times.slice(10)
}

/** Full scans of the documents table since the server's statistics began. */
async function selectScans(database: Database): Promise<number> {
  await database.query('select pg_stat_force_next_flush()')
  const { rows } = await database.query(
    "select seq_scan from pg_stat_user_tables where relname = 'documents'",
  )
  return Number(rows[0]?.seq_scan)
}

/** The planner rightly scans small tables in full. */
const worthAnIndex = 1_000_000
const waitingShare = 0.001

/** One in this many waits for a worker. */
async function addWaiting(database: Database, documents: number): Promise<void> {
  const count = Math.max(jobFetches * 2, Math.round(documents * waitingShare))
  await database.query(
    `with chosen as (select id from documents where status = 'COMPLETED' limit $1)
     update documents set status = 'QUEUED', queued_at = now(), job_id = gen_random_uuid() where id in (select id from chosen)`,
    [count],
  )
  await database.query(
    `insert into queue.job (id, name, data, priority)
     select job_id, 'documents', json_build_object('document_id', id), 0 from documents where status = 'QUEUED'`,
  )
  await database.query('vacuum (analyze)')
}

/** What teachers, administrators and workers ask of the database, with a growing number of documents. */
export async function measureRows(binaries: string, sizes: readonly number[]): Promise<ResultTable> {
  const postgres = await startPostgres(binaries, loading)
  const database = await connect(
    { databaseUrl: await postgres.createDatabase('penmark'), dataDir: '' },
    () => undefined,
  )
  try {
    await (await createQueue(database, pino({ level: 'silent' }))).stop()
    const [caller, ...rest] = await addTeachers(database, 1 + otherTeachers)
    if (!caller) throw new Error('No teacher was added.')
    const columns: { size: number; times: Map<string, number[]>; scans: number; bytes: number }[] = []
    let loaded = 0
    for (const size of sizes) {
      const own = loaded === 0 ? Math.min(ownDocuments, size / 2) : 0
      if (own > 0) await load(database, 0, own, [caller.teacher_id])
      await load(
        database,
        loaded + own,
        size - loaded - own,
        rest.map(({ teacher_id }) => teacher_id),
      )
      loaded = size
      await addWaiting(database, size)
      const before = await selectScans(database)
      const times = await timeCalls(database, caller)
      const scans = (await selectScans(database)) - before
      times.set('fetch and complete a job', await timeFetches(database))
      await database.script(
        "delete from queue.job where name = 'documents'; update documents set status = 'COMPLETED' where status = 'QUEUED'",
      )
      const { rows } = await database.query("select pg_total_relation_size('documents') as bytes")
      columns.push({ size, times, scans, bytes: Number(rows[0]?.bytes) })
      if (scans > 0 && size >= worthAnIndex)
        throw new Error(`With ${size} documents the whole table was read ${scans} times.`)
    }
    return findingsOf(columns)
  } finally {
    await database.close()
    await postgres.stop()
  }
}

async function timeCalls(database: Database, caller: Caller): Promise<Map<string, number[]>> {
  const page = { sort: 'upload_timestamp', order: 'desc', limit: 100 } as const
  const analytics = { database, detector: { name: 'scale', version: '0', rates: [] } }
  const times = new Map<string, number[]>()
  const time = async (name: string, task: () => Promise<unknown>) => times.set(name, await timesOf(task))
  await time('newest 100 of own documents', () => listDocuments(database, page, caller))
  await time('100 of own documents by score', () =>
    listDocuments(database, { ...page, sort: 'score' }, caller),
  )
  await time('search in own documents', () => listDocuments(database, { ...page, search: 'a7f' }, caller))
  await time('count of search results', () => countDocuments(database, { search: 'a7f' }, caller))
  await time('dashboard counters', () => readDashboardStats(database, caller))
  await time('analytics by month', () => readAnalytics(analytics, caller))
  await time('analytics by class', () => listClassTallies(analytics, caller))
  await time('queue depth, for the metrics', () => selectQueueDepth(database, new Date()))
  await time('a document that does not exist', () =>
    database.query('select 1 from documents where id = $1', [randomUUID()]),
  )
  return times
}

function findingsOf(columns: { size: number; times: Map<string, number[]>; bytes: number }[]): ResultTable {
  const sizes = columns.map(({ size }) => size.toLocaleString('en-GB'))
  const names = [...(columns[0]?.times.keys() ?? [])]
  return {
    title: 'Growing numbers of documents',
    columns: ['p50 (ms) by number of documents', ...sizes, `p95 with ${sizes.at(-1)}`],
    rows: names.map((name) => [
      name,
      ...columns.map(({ times }) => quantile(times.get(name) ?? [], 0.5)),
      quantile(columns.at(-1)?.times.get(name) ?? [], 0.95),
    ]),
    note: `Generated rows in PostgreSQL: one teacher with ${ownDocuments.toLocaleString('en-GB')} documents, the rest spread over ${otherTeachers.toLocaleString('en-GB')} others, and one in a thousand (at least ${2 * jobFetches}) waiting for a worker. Each call was made ${calls} times, each fetch ${jobFetches} times. No call scanned the whole table: PostgreSQL counts scans, and the run fails otherwise. With ${sizes.at(-1)} documents the table and its indexes take ${((columns.at(-1)?.bytes ?? 0) / 1e9).toPrecision(3)} GB, not counting texts and results.`,
  }
}
