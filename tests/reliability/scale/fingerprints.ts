import {
  selectAlike,
  selectAlikeInSchool,
  updateFingerprints,
} from '../../../apps/server/src/features/similarity/comparison/fingerprint-store.ts'
import { connect } from '../../../apps/server/src/services/database/connect/connect.ts'
import type { Database } from '../../../apps/server/src/services/database/database.ts'
import { startPostgres } from '../../../apps/server/src/testing/postgres/start.ts'
import { addTeachers } from '../parts/submit.ts'
import type { ResultTable } from '../result-table.ts'
import { addDocuments } from './generated.ts'
import { quantile } from './latency.ts'

/** Documents of the teacher who asks; the others share the rest. */
const ownDocuments = 5_000
const otherTeachers = 2_000
/** What is kept of an essay of a thousand words, and what is looked up. */
const kept = 32
const lookedUp = 400
/** One fingerprint in ten is an idiom, of which there are so many. */
const idioms = 5_000
const lookUps = 200
const stored = 200
const version = 1

const loading = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Rows are then not logged that go into a table which the same transaction has emptied.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
  maintenance_work_mem: '1GB',
  shared_buffers: '512MB',
}

const idiomsOfDocument = Math.round(kept / 10)
/**
 * SQL of the hashes of a document. Each place has its own range, so that no hash stands in a document twice.
 */
const someHashes = Array.from({ length: kept }, (_, nth) => {
  const size = Math.floor(
    (nth < idiomsOfDocument ? idioms : 2 ** 30) / (nth < idiomsOfDocument ? idiomsOfDocument : kept),
  )
  return `${nth * size} + (random() * ${size - 1})::int`
}).join(', ')

/**
 * Adds documents of others in bulk. Without rows of their own in `documents`, which only the look-up among
 * one's own documents reads.
 */
async function loadOthers(database: Database, documents: number): Promise<void> {
  await database.transaction(async (connection) => {
    await connection.script('set local session_replication_role = replica')
    await connection.query(
      `insert into fingerprinted_documents (document_id, owner, version, hashes, compared_at)
       select gen_random_uuid(), 2 + i % ${otherTeachers}, ${version}, array[${someHashes}], now() from generate_series(1, $1::int) i`,
      [documents],
    )
  })
}

async function loadOwn(database: Database, documents: number, teacher_id: string): Promise<void> {
  await addDocuments(database, { documents, teachers: [teacher_id] })
  await database.query(
    `insert into fingerprinted_documents (document_id, owner, version, hashes, compared_at)
     select id, 1, ${version}, array[${someHashes}], now() from documents where teacher_id = $1::uuid`,
    [teacher_id],
  )
}

/** Makes the index of everything that was added, as loose as storing one by one leaves it. */
async function makeIndex(database: Database): Promise<void> {
  await database.script(
    `alter table fingerprints drop constraint fingerprints_pkey; drop index if exists fingerprints_by_hash; truncate fingerprints;
     insert into fingerprints (owner, hash, document) select owner, unnest(hashes), no from fingerprinted_documents`,
  )
  await database.query(
    'create unique index fingerprints_pkey on fingerprints (owner, hash, document) with (fillfactor = 70)',
  )
  await database.query('alter table fingerprints add primary key using index fingerprints_pkey')
  await database.query('vacuum (analyze) fingerprints, fingerprinted_documents')
}

/**
 * Makes the index that only an installation has which compares across teachers, and returns its size in
 * bytes.
 */
async function makeSchoolIndex(database: Database): Promise<number> {
  await database.query(
    'create index fingerprints_by_hash on fingerprints (hash, document) with (fillfactor = 70)',
  )
  const { rows } = await database.query("select pg_relation_size('fingerprints_by_hash') as bytes")
  return Number(rows[0]?.bytes)
}

async function timed(times: number[], task: () => Promise<unknown>): Promise<void> {
  const began = performance.now()
  await task()
  times.push(performance.now() - began)
}

interface Document {
  id: string
  hashes: number[]
}

async function selectOwn(database: Database, teacher_id: string, count: number): Promise<Document[]> {
  const { rows } = await database.query(
    `select f.document_id::text as id, f.hashes from fingerprinted_documents f join fingerprint_owners o on o.no = f.owner
     where o.teacher_id = $1::uuid order by random() limit $2`,
    [teacher_id, count],
  )
  return rows.map(({ id, hashes }) => ({ id: String(id), hashes: (hashes as unknown[]).map(Number) }))
}

const random = (below: number) => Math.floor(Math.random() * below)

/** Fingerprints of a text that shares eight with this document. */
function alike({ hashes }: Document): number[] {
  const shared = hashes.filter((hash) => hash > idioms).slice(0, 8)
  const rest = Array.from({ length: lookedUp - shared.length }, () =>
    Math.random() < 0.1 ? random(idioms) : random(2 ** 30),
  )
  return [...shared, ...rest]
}

const notFound = () => new Error('A document that shares eight fingerprints was not found.')

/**
 * Looks up texts among the teacher's own documents, each of which shares eight fingerprints with one, and
 * fails if it is not found.
 */
async function timeOwnLookUps(database: Database, teacher_id: string): Promise<number[]> {
  const times: number[] = []
  const own = await selectOwn(database, teacher_id, 2 * lookUps)
  for (let nth = 0; nth + 1 < own.length; nth += 2) {
    const [document, other] = [own[nth] as Document, own[nth + 1] as Document]
    let found: string[] = []
    await timed(times, async () => {
      found = await selectAlike(database, { id: document.id, teacher_id }, alike(other), 24)
    })
    if (!found.includes(other.id)) throw notFound()
  }
  return times
}

/** The same among the documents of all other teachers. */
async function timeSchoolLookUps(
  database: Database,
  teacher_id: string,
  documents: number,
): Promise<number[]> {
  const times: number[] = []
  for (let nth = 0; nth < lookUps; nth += 1) {
    const { rows } = await database.query(
      'select document_id::text as id, hashes from fingerprinted_documents where no > $1 and owner > 1 order by no limit 1',
      [random(documents - 1)],
    )
    const [other] = rows.map(({ id, hashes }) => ({
      id: String(id),
      hashes: (hashes as unknown[]).map(Number),
    }))
    if (!other) throw notFound()
    let found: { id: string }[] = []
    await timed(times, async () => {
      found = await selectAlikeInSchool(database, teacher_id, alike(other), 24)
    })
    if (!found.some(({ id }) => id === other.id)) throw notFound()
  }
  return times
}

/** Stores the fingerprints of documents one by one. */
async function timeStoring(database: Database, teacher_id: string): Promise<number[]> {
  const times: number[] = []
  for (const { id } of await selectOwn(database, teacher_id, stored)) {
    const hashes = Array.from({ length: kept }, () => random(2 ** 30))
    await timed(times, () => updateFingerprints(database, [{ document_id: id, hashes }], version))
  }
  return times
}

/** How long the index of fingerprints takes, and how large it is, with a growing number of documents. */
export async function measureFingerprints(binaries: string, sizes: readonly number[]): Promise<ResultTable> {
  const postgres = await startPostgres(binaries, loading)
  const database = await connect(
    { databaseUrl: await postgres.createDatabase('penmark'), dataDir: '' },
    () => undefined,
  )
  try {
    const [caller] = await addTeachers(database, 1 + otherTeachers)
    if (!caller) throw new Error('No teacher was added.')
    const { teacher_id } = caller
    await database.query(
      'insert into fingerprint_owners (teacher_id) select id from teachers order by id <> $1::uuid, id',
      [teacher_id],
    )
    const rows: ResultTable['rows'] = []
    let loaded = Math.min(ownDocuments, (sizes[0] ?? 0) / 2)
    await loadOwn(database, loaded, teacher_id)
    for (const size of sizes) {
      await loadOthers(database, size - loaded)
      loaded = size
      await makeIndex(database)
      const measured = await database.query(
        "select pg_total_relation_size('fingerprints') + pg_total_relation_size('fingerprinted_documents') as bytes",
      )
      const own = await timeOwnLookUps(database, teacher_id)
      const storing = await timeStoring(database, teacher_id)
      const schoolIndexBytes = await makeSchoolIndex(database)
      const school = await timeSchoolLookUps(database, teacher_id, size)
      const storingForSchool = await timeStoring(database, teacher_id)
      const p95 = (times: number[]) => quantile(times, 0.95)
      rows.push([
        size,
        p95(own),
        p95(storing),
        Number(measured.rows[0]?.bytes) / size,
        p95(school),
        p95(storingForSchool),
        schoolIndexBytes / size,
      ])
    }
    return {
      title: 'Comparing with earlier documents',
      columns: [
        'Documents',
        'Look-up p95 (ms)',
        'Storing p95 (ms)',
        'Bytes a document',
        'School: look-up p95 (ms)',
        'School: storing p95 (ms)',
        'School: further bytes',
      ],
      rows,
      note: `Generated fingerprints in PostgreSQL, ${kept} a document: one teacher with ${ownDocuments.toLocaleString('en-GB')} documents asks, the rest belong to ${otherTeachers.toLocaleString('en-GB')} others. One in ten is an idiom that thousands of documents have. ${lookUps} look-ups of ${lookedUp} fingerprints, as of an essay of a thousand words, each of which shares eight with one document, among the teacher's own or among all others, and must find it; ${stored} documents stored one at a time, replacing their fingerprints. The size is that of tables and indexes, these filled to 70 per cent; the columns of the school are measured with a second index, which only an installation has that compares across teachers.`,
    }
  } finally {
    await database.close()
    await postgres.stop()
  }
}
