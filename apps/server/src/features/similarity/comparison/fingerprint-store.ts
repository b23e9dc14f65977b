import type { Connection } from '../../../services/database/database.ts'

/**
 * Notes documents to be compared with the others of their teacher, once or again. Samples are left out.
 * Returns the teachers.
 */
export async function upsertDue(connection: Connection, document_ids: readonly string[]): Promise<string[]> {
  const { rows } = await connection.query(
    `select distinct teacher_id::text as teacher_id from documents where id = any($1::uuid[]) and status = 'COMPLETED' and not is_sample order by 1`,
    [document_ids],
  )
  const teacherIds = rows.map(({ teacher_id }) => String(teacher_id))
  if (teacherIds.length === 0) return []
  await connection.query(
    'insert into fingerprint_owners (teacher_id) select unnest($1::uuid[]) on conflict do nothing',
    [teacherIds],
  )
  await connection.query(
    `insert into fingerprinted_documents (document_id, owner)
     select d.id, o.no from documents d join fingerprint_owners o using (teacher_id)
     where d.id = any($1::uuid[]) and d.status = 'COMPLETED' and not d.is_sample order by d.id
     on conflict (document_id) do update set version = 0, compared_at = null, runs = 0`,
    [document_ids],
  )
  return teacherIds
}

/** Notes that documents must be compared again. Returns their teachers. */
export async function updateToDue(
  connection: Connection,
  document_ids: readonly string[],
): Promise<string[]> {
  const { rows } = await connection.query(
    `with due as (update fingerprinted_documents set compared_at = null, runs = 0 where document_id = any($1::uuid[]) returning owner)
     select distinct o.teacher_id::text as teacher_id from due join fingerprint_owners o on o.no = due.owner`,
    [document_ids],
  )
  return rows.map(({ teacher_id }) => String(teacher_id))
}

/**
 * Notes that a document which came back must be compared again, if another one was compared while it was
 * away. Its teacher, if it is due.
 */
export async function updateRestored(
  connection: Connection,
  document_id: string,
  awaySince: Date,
): Promise<string | null> {
  await connection.query(
    `update fingerprinted_documents f set compared_at = null, runs = 0 where document_id = $1::uuid
       and exists (select 1 from fingerprinted_documents other where other.owner = f.owner and other.compared_at >= $2)`,
    [document_id, awaySince.toISOString()],
  )
  const { rows } = await connection.query(
    `select o.teacher_id::text as teacher_id from fingerprinted_documents f join fingerprint_owners o on o.no = f.owner
     where f.document_id = $1::uuid and f.compared_at is null`,
    [document_id],
  )
  return rows[0] === undefined ? null : String(rows[0].teacher_id)
}

/** Notes that all documents since a moment must be compared again. */
export async function updateAllToDue(connection: Connection, since: Date): Promise<void> {
  await connection.query(
    `update fingerprinted_documents f set compared_at = null, runs = 0 from documents d where d.id = f.document_id and d.created_at >= $1`,
    [since.toISOString()],
  )
}

/** The teachers of documents that are due. */
export async function selectTeachersWithDue(connection: Connection): Promise<string[]> {
  const { rows } = await connection.query(
    `select o.teacher_id::text as teacher_id from fingerprint_owners o
     where exists (select 1 from fingerprinted_documents f where f.owner = o.no and f.compared_at is null)`,
  )
  return rows.map(({ teacher_id }) => String(teacher_id))
}

const ofTeacher = 'f.owner = (select no from fingerprint_owners where teacher_id = $1::uuid)'

/**
 * Documents whose fingerprints must be made, because there are none or older ones. Every one of them is due.
 */
export async function selectWithoutFingerprints(
  connection: Connection,
  teacher_id: string,
  version: number,
  limit: number,
) {
  const { rows } = await connection.query(
    `select f.document_id::text as id from fingerprinted_documents f
     where ${ofTeacher} and f.compared_at is null and f.version < $2 order by f.no desc limit $3`,
    [teacher_id, version, limit],
  )
  return rows.map(({ id }) => String(id))
}

/** Stores the fingerprints of documents, unless they were deleted meanwhile. */
export async function updateFingerprints(
  connection: Connection,
  made: readonly { document_id: string; hashes: readonly number[] }[],
  version: number,
): Promise<void> {
  await connection.query(
    `with made as (
       select (m ->> 'document_id')::uuid as document_id, array(select jsonb_array_elements_text(m -> 'hashes')::int) as hashes
       from jsonb_array_elements($1::jsonb) m order by 1)
     update fingerprinted_documents f set hashes = made.hashes, version = $2 from made where f.document_id = made.document_id`,
    [JSON.stringify(made), version],
  )
}

/** A document whose comparison has begun, for the how-many-th time since it is due. */
export interface Begun {
  document_id: string
  runs: number
}

/**
 * Begins with the newest document that is due and has its fingerprints; null when there is none. Without
 * them, one that came just now would be compared, and never found by others.
 */
export async function beginNextDue(
  connection: Connection,
  teacher_id: string,
  version: number,
): Promise<Begun | null> {
  const { rows } = await connection.query(
    `update fingerprinted_documents set runs = runs + 1 where document_id = (
       select f.document_id from fingerprinted_documents f
       where ${ofTeacher} and f.compared_at is null and f.version >= $2 order by f.no desc limit 1 for update)
     returning document_id::text as document_id, runs`,
    [teacher_id, version],
  )
  const [row] = rows
  return row === undefined ? null : { document_id: String(row.document_id), runs: Number(row.runs) }
}

/** Ends a comparison. The document stays due if it became so again meanwhile. */
export async function updateCompared(
  connection: Connection,
  { document_id, runs }: Begun,
  now: Date,
): Promise<void> {
  await connection.query(
    'update fingerprinted_documents set compared_at = $3 where document_id = $1::uuid and runs = $2',
    [document_id, runs, now.toISOString()],
  )
}

/** When a document was last compared: null while it waits, undefined if it never will be. */
export async function selectComparedAt(
  connection: Connection,
  document_id: string,
): Promise<Date | null | undefined> {
  const { rows } = await connection.query(
    'select compared_at::text as compared_at from fingerprinted_documents where document_id = $1::uuid',
    [document_id],
  )
  const [row] = rows
  if (row === undefined) return undefined
  return typeof row.compared_at === 'string' ? new Date(row.compared_at) : null
}

/** Of how many documents with the same fingerprint the newest are read: idioms have thousands. */
const documentsPerHash = 50

/**
 * The teacher's other documents that have most of these fingerprints, the best first; those that are compared
 * with it anyway, in its class or its upload, are left out. A fingerprint counts the less the more documents
 * have it.
 */
export async function selectAlike(
  connection: Connection,
  { id, teacher_id }: { id: string; teacher_id: string },
  hashes: readonly number[],
  limit: number,
): Promise<string[]> {
  const { rows } = await connection.query(
    `with hits as (
       select found.document, 1.0 / count(*) over (partition by h.hash) as weight
       from unnest($3::int[]) as h (hash) cross join lateral (
         select f.document from fingerprints f where ${ofTeacher} and f.hash = h.hash order by f.document desc limit ${documentsPerHash}) found),
     scored as (select document, sum(weight) as weight from hits group by document)
     select p.document_id::text as id from scored s
     join fingerprinted_documents p on p.no = s.document
     join documents d on d.id = p.document_id
     join documents own on own.id = $2::uuid
     where d.id <> own.id and d.teacher_id = $1::uuid
       and (d.class_group_id is null or own.class_group_id is null or d.class_group_id <> own.class_group_id)
       and (d.batch_id is null or own.batch_id is null or d.batch_id <> own.batch_id)
     order by s.weight desc, s.document desc limit $4`,
    [teacher_id, id, hashes, limit],
  )
  return rows.map((row) => String(row.id))
}

/**
 * Makes the index for looking up without an account. Only installations that compare across teachers have it:
 * it takes a third more space, and storing takes longer with it.
 */
export async function createHashIndex(connection: Connection): Promise<void> {
  await connection.query('create index if not exists fingerprints_by_hash on fingerprints (hash, document)')
}

export async function dropHashIndex(connection: Connection): Promise<void> {
  await connection.query('drop index if exists fingerprints_by_hash')
}

/**
 * The documents of other teachers that have most of these fingerprints, the best first. Of a fingerprint that
 * more documents have, the newest fifty are read: what so many share is set aside whichever are compared.
 */
export async function selectAlikeInSchool(
  connection: Connection,
  teacher_id: string,
  hashes: readonly number[],
  limit: number,
): Promise<{ id: string; teacher_id: string }[]> {
  const { rows } = await connection.query(
    `with hits as (
       select found.document, 1.0 / count(*) over (partition by h.hash) as weight
       from unnest($2::int[]) as h (hash) cross join lateral (
         select f.document from fingerprints f where f.hash = h.hash order by f.document desc limit ${documentsPerHash}) found),
     scored as (select document, sum(weight) as weight from hits group by document)
     select p.document_id::text as id, o.teacher_id::text as teacher_id from scored s
     join fingerprinted_documents p on p.no = s.document
     join fingerprint_owners o on o.no = p.owner
     where o.teacher_id <> $1::uuid
     order by s.weight desc, s.document desc limit $3`,
    [teacher_id, hashes, limit],
  )
  return rows.map((row) => ({ id: String(row.id), teacher_id: String(row.teacher_id) }))
}
