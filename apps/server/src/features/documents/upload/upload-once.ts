import { createHash } from 'node:crypto'
import type { Route } from '@penmark/contract'
import { and, eq, gte, lt, sql } from 'drizzle-orm'
import type { Owner } from '../../../http/caller.ts'
import { discard, type ReceivedFile } from '../../../http/multipart.ts'
import { dayMs } from '../../../lib/durations.ts'
import { invalidField } from '../../../locale/problems/problem.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import type { Storage } from '../../../services/storage/storage.ts'
import { uploadAnswers } from '../rows/tables.ts'

/** How long the answer to an upload is kept. */
const keptMs = dayMs

const oldest = (now: Date) => new Date(now.getTime() - keptMs)

/** Keeps the answer to an upload, last in the transaction that stores its documents. */
export type KeepAnswer = (connection: Connection, answer: object) => Promise<void>

interface UploadCall {
  route: Pick<Route, 'path'>
  /** The `Idempotency-Key`; null without one. */
  key: string | null
  fields: object
  files: readonly ReceivedFile[]
}

/** Another call with this key was faster; what this one stored is rolled back. */
class AnsweredBefore extends Error {
  override readonly name = 'AnsweredBefore'
}

/**
 * Uploads, or returns the answer that the same upload got before under this key. A call that fails leaves
 * nothing, so its key stays free. Of calls at the same time one stores documents: the others wait for the row
 * of the key.
 */
export async function uploadOnce<R extends object>(
  { database, storage }: { database: Database; storage: Storage },
  { teacher_id }: Owner,
  { route, key, fields, files }: UploadCall,
  upload: (keep?: KeepAnswer) => Promise<R>,
): Promise<R> {
  if (key === null) return upload()
  const request_sha256 = digestOf(route, fields, files)
  const answerBefore = async () => {
    const before = await selectAnswer(database, teacher_id, key, new Date())
    if (before === null) return null
    if (before.request_sha256 !== request_sha256)
      throw invalidField('Idempotency-Key', 'idempotency_key_reused')
    await discard([...files], storage)
    // Stored by this function, from an answer of the same call.
    return before.answer as R
  }
  const known = await answerBefore()
  if (known !== null) return known
  try {
    return await upload(async (connection, answer) => {
      const isKept = await insertAnswer(connection, {
        teacher_id,
        key,
        request_sha256,
        answer,
        created_at: new Date(),
      })
      if (!isKept) throw new AnsweredBefore()
    })
  } catch (error) {
    // Another call may also have taken the last space, and a commit of this one may have succeeded although
    // its result was lost.
    const first = await answerBefore()
    if (first === null) throw error
    return first
  }
}

/** Whether an upload with this key was answered: it needs no more space. */
export async function isAnswered(database: Database, { teacher_id }: Owner, key: string): Promise<boolean> {
  return (await selectAnswer(database, teacher_id, key, new Date())) !== null
}

/** Deletes the answers that no repeated call gets any more. */
export async function sweepUploadAnswers({ orm }: Connection, now: Date): Promise<void> {
  await orm.delete(uploadAnswers).where(lt(uploadAnswers.created_at, oldest(now)))
}

function digestOf(route: Pick<Route, 'path'>, fields: object, files: readonly ReceivedFile[]): string {
  const request = [route.path, fields, files.map(({ filename, sha256 }) => [filename, sha256])]
  return createHash('sha256').update(JSON.stringify(request)).digest('hex')
}

async function selectAnswer({ orm }: Connection, teacher_id: string, key: string, now: Date) {
  const isOwn = and(
    eq(uploadAnswers.teacher_id, teacher_id),
    eq(uploadAnswers.key, key),
    gte(uploadAnswers.created_at, oldest(now)),
  )
  const [row] = await orm.select().from(uploadAnswers).where(isOwn)
  return row ?? null
}

/** False if the key has an answer already. One that is too old is replaced. */
async function insertAnswer(
  { orm }: Connection,
  row: typeof uploadAnswers.$inferInsert & { created_at: Date },
): Promise<boolean> {
  const inserted = await orm
    .insert(uploadAnswers)
    .values(row)
    .onConflictDoUpdate({
      target: [uploadAnswers.teacher_id, uploadAnswers.key],
      set: {
        request_sha256: sql`excluded.request_sha256`,
        answer: sql`excluded.answer`,
        created_at: sql`excluded.created_at`,
      },
      setWhere: lt(uploadAnswers.created_at, oldest(row.created_at)),
    })
    .returning({ key: uploadAnswers.key })
  return inserted.length > 0
}
