import type { Database } from '../../../apps/server/src/database/database.ts'
import { selectAlike, updateFingerprints } from '../../../apps/server/src/features/overlap/earlier/fingerprint-store.ts'
import { connect } from '../../../apps/server/src/open-database.ts'
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
  max_wal_size: '8GB',
  maintenance_work_mem: '512MB',
  shared_buffers: '512MB',
}

/** SQL of a hash that is an idiom in one case of ten. */
const someHash = `case when random() < 0.1 then (random() * ${idioms})::int else (random() * 1073741823)::int end`

/** Adds documents with their fingerprints in bulk, and an index as loose as inserting one by one leaves it. */
async function load(database: Database, amount: { from: number; documents: number; teachers: string[] }): Promise<void> {
  await addDocuments(database, amount)
  await database.script('alter table fingerprinted_documents disable trigger user')
  await database.query(
    `insert into fingerprinted_documents (document_id, owner, version, hashes, compared_at)
     select d.id, o.no, ${version}, array(select distinct ${someHash} from generate_series(1, ${kept}) where d.id is not null), now()
     from documents d join fingerprint_owners o using (teacher_id)
     where not exists (select 1 from fingerprinted_documents f where f.document_id = d.id)`,
  )
  await database.script('alter table fingerprinted_documents enable trigger user')
  await database.script('alter table fingerprints drop constraint fingerprints_pkey; truncate fingerprints')
  await database.query('insert into fingerprints (owner, hash, document) select owner, unnest(hashes), no from fingerprinted_documents')
  await database.query('create unique index fingerprints_pkey on fingerprints (owner, hash, document) with (fillfactor = 70)')
  await database.query('alter table fingerprints add primary key using index fingerprints_pkey')
  await database.query('vacuum (analyze)')
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

/** Looks up texts that share eight fingerprints with another document of the teacher, and fails if one is not found. */
async function timeLookUps(database: Database, teacher_id: string): Promise<number[]> {
  const times: number[] = []
  const own = await selectOwn(database, teacher_id, 2 * lookUps)
  for (let nth = 0; nth + 1 < own.length; nth += 2) {
    const [document, other] = [own[nth] as Document, own[nth + 1] as Document]
    const shared = other.hashes.filter((hash) => hash > idioms).slice(0, 8)
    const rest = Array.from({ length: lookedUp - shared.length }, () => (Math.random() < 0.1 ? random(idioms) : random(2 ** 30)))
    let found: string[] = []
    await timed(times, async () => {
      found = await selectAlike(database, { id: document.id, teacher_id }, [...shared, ...rest], 24)
    })
    if (!found.includes(other.id)) throw new Error('A document that shares eight fingerprints was not found.')
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
  const database = await connect({ databaseUrl: await postgres.createDatabase('penmark'), dataDir: '' }, () => undefined)
  try {
    const [caller, ...rest] = await addTeachers(database, 1 + otherTeachers)
    if (!caller) throw new Error('No teacher was added.')
    await database.query('insert into fingerprint_owners (teacher_id) select id from teachers')
    const rows: ResultTable['rows'] = []
    let loaded = 0
    for (const size of sizes) {
      if (loaded === 0) {
        loaded = Math.min(ownDocuments, size / 2)
        await load(database, { from: 0, documents: loaded, teachers: [caller.teacher_id] })
      }
      await load(database, { from: loaded, documents: size - loaded, teachers: rest.map(({ teacher_id }) => teacher_id) })
      loaded = size
      const measured = await database.query(
        "select pg_total_relation_size('fingerprints') + pg_total_relation_size('fingerprinted_documents') as bytes",
      )
      const found = await timeLookUps(database, caller.teacher_id)
      const storing = await timeStoring(database, caller.teacher_id)
      const bytes = Number(measured.rows[0]?.bytes) / size
      rows.push([size, quantile(found, 0.5), quantile(found, 0.95), quantile(storing, 0.5), quantile(storing, 0.95), bytes])
    }
    return {
      title: 'Comparing with earlier documents',
      columns: ['Documents', 'Look-up p50 (ms)', 'Look-up p95 (ms)', 'Storing p50 (ms)', 'Storing p95 (ms)', 'Bytes a document'],
      rows,
      note: `Generated fingerprints in PostgreSQL, ${kept} a document: one teacher with ${ownDocuments.toLocaleString('en-GB')} documents asks, the rest belong to ${otherTeachers.toLocaleString('en-GB')} others. One in ten is an idiom that thousands of documents have. ${lookUps} look-ups of ${lookedUp} fingerprints, as of an essay of a thousand words, each of which shares eight with one document and must find it; ${stored} documents stored one at a time, replacing their fingerprints. The size is that of tables and indexes, these filled to 70 per cent.`,
    }
  } finally {
    await database.close()
    await postgres.stop()
  }
}
