import { randomUUID } from 'node:crypto'
import { readCheckedRecord } from '../../../apps/server/src/features/authorship/writing/record/read-record.ts'
import { createEncryption } from '../../../apps/server/src/services/storage/encryption.ts'
import { insertWritingLink, Typist } from '../../../apps/server/src/testing/writing-room.ts'
import {
  apiBase,
  type WritingBatchReply,
  type WritingRecordEntry,
  type WritingRoom,
} from '../../../packages/contract/src/index.ts'
import { applyEntry, emptyDocument, textOf } from '../../../packages/writing/src/index.ts'
import type { Setup } from './setup.ts'

const students = 6
const answerWithinMs = 20_000
const text = 'A harbour that silted up was dredged again and again. '

interface Writer {
  submission_id: string
  token: string
  session: string | null
  typist: Typist
  /** Everything typed, in its order. */
  typed: WritingRecordEntry[]
  /** How many of them the server has acknowledged. */
  acknowledged: number
  /** Whether the server has acknowledged that the text is handed in. */
  isHandedIn: boolean
}

/**
 * Students who keep typing as their editor does: what was not acknowledged is sent again, to whichever
 * process answers.
 */
export interface Writers {
  /** Types and sends until the process has ended or this many batches each were sent. */
  type(origin: string, batches: number, hasEnded: () => boolean): Promise<void>
  /** Lets this many students hand in who have not yet. Returns how many have, in all. */
  handIn(origin: string, count: number): Promise<number>
  /** Compares the documents with the hand-ins that were acknowledged. */
  checkHandIns(setup: Setup): Promise<{ acknowledged: number; lost: number; defects: string[] }>
  /** Compares the stored records with what was acknowledged; `defects` says in words what else is wrong. */
  check(setup: Setup): Promise<{ acknowledged: number; lost: number; defects: string[] }>
}

async function post<T>(origin: string, path: string, payload: object): Promise<T | null> {
  const answer = await fetch(`${origin}${apiBase}/writing-room/${path}`, {
    method: 'POST',
    signal: AbortSignal.timeout(answerWithinMs),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  }).catch(() => null)
  if (!answer?.ok) return null
  return (await answer.json().catch(() => null)) as T | null
}

/** Sends what is not acknowledged; the version of the text is the number of acknowledged keys. */
async function send(origin: string, writer: Writer): Promise<void> {
  if (writer.session === null) {
    const opened = await post<{ session: string }>(origin, 'open', { token: writer.token })
    if (opened === null || (await post(origin, 'accept', { session: opened.session })) === null) return
    writer.session = opened.session
  }
  if (writer.typed.length < writer.acknowledged + 200) {
    const start = writer.typed.length
    const next = Array.from({ length: 5 }, (_, nth) => text[(start + nth) % text.length] ?? '').join('')
    writer.typed.push(...writer.typist.type(next, start + 1))
  }
  const entries = writer.typed.slice(writer.acknowledged)
  const reply = await post<WritingBatchReply>(origin, 'batch', {
    session: writer.session,
    version: writer.acknowledged,
    entries,
  })
  // A batch whose answer was lost comes back as steps that are missing; they are this editor's own.
  if (reply !== null) writer.acknowledged = reply.version
}

/** Hands in as the student's page does: it asks again what became of a call that was not answered. */
async function handIn(origin: string, writer: Writer): Promise<void> {
  if (writer.acknowledged === 0) await send(origin, writer)
  const { session, acknowledged: version } = writer
  if ((await post(origin, 'hand-in', { session, version })) !== null) writer.isHandedIn = true
  else writer.isHandedIn = (await post<WritingRoom>(origin, 'read', { session }))?.state === 'handed-in'
}

export async function openWriters(setup: Setup, count = students): Promise<Writers> {
  const writers = await setup.withDirectAccess(async (database) => {
    const { rows } = await database.query("select id from teachers where subject = 'ana'")
    const teacher_id = String(rows[0]?.id)
    return Promise.all(
      Array.from({ length: count }, async (): Promise<Writer> => {
        const student_id = randomUUID()
        await database.query(
          "insert into students (id, teacher_id, first_name, last_name) values ($1, $2, 'Ida', 'Berg')",
          [student_id, teacher_id],
        )
        const link = await insertWritingLink(database, { teacher_id, student_id, class_group_id: null })
        return { ...link, session: null, typist: new Typist(), typed: [], acknowledged: 0, isHandedIn: false }
      }),
    )
  })
  return {
    async type(origin, batches, hasEnded) {
      await Promise.all(
        writers.map(async (writer) => {
          for (let nth = 0; nth < batches && !hasEnded(); nth += 1) await send(origin, writer)
        }),
      )
    },
    async handIn(origin, atOnce) {
      const next = writers.filter(({ isHandedIn }) => !isHandedIn).slice(0, atOnce)
      await Promise.all(next.map((writer) => handIn(origin, writer)))
      return writers.filter(({ isHandedIn }) => isHandedIn).length
    },
    checkHandIns: ({ withDirectAccess }) =>
      withDirectAccess(async (database) => {
        const { rows } = await database.query(
          `select s.id, d.status, d.character_count from writing_submissions s join documents d on d.id = s.document_id
           where s.state = 'handed-in'`,
        )
        const documents = new Map(rows.map((row) => [String(row.id), row]))
        const handedIn = writers.filter(({ isHandedIn }) => isHandedIn)
        const kept = handedIn.filter(({ submission_id, acknowledged }) => {
          const document = documents.get(submission_id)
          const typed = text
            .repeat(Math.ceil(acknowledged / text.length))
            .slice(0, acknowledged)
            .trim()
          return document?.status === 'COMPLETED' && document.character_count === typed.length
        })
        const { rows: named } = await database.query(
          "select count(*)::int as count from documents where original_filename = 'Harbours, Ida Berg.txt'",
        )
        const defects = named[0]?.count === documents.size ? [] : ['a text became more than one document']
        return { acknowledged: handedIn.length, lost: handedIn.length - kept.length, defects }
      }),
    check: ({ withDirectAccess }) =>
      withDirectAccess(async (database) => {
        const defects: string[] = []
        let lost = 0
        const encryption = createEncryption({ keys: [] })
        for (const { submission_id, typed, acknowledged } of writers) {
          const { rows } = await database.query(
            'select id, entries, version, hash from writing_submissions where id = $1',
            [submission_id],
          )
          const row = rows[0] as { id: string; entries: number; version: number; hash: string | null }
          const { batches, integrity } = await readCheckedRecord(database, encryption, row)
          const stored = batches.flatMap(({ entries }) => entries)
          if (integrity === 'altered') defects.push('a record is not as it was stored')
          if (acknowledged === 0) defects.push('nothing of a text was acknowledged')
          lost += Math.max(0, acknowledged - stored.length)
          if (stored.some(({ n }, nth) => n !== typed[nth]?.n))
            defects.push('keys are stored twice or in another order')
          const expected = text.repeat(Math.ceil(stored.length / text.length)).slice(0, stored.length)
          if (textOf(stored.reduce(applyEntry, emptyDocument())) !== expected.trim())
            defects.push('a record leads to another text')
        }
        return { acknowledged: writers.reduce((sum, writer) => sum + writer.acknowledged, 0), lost, defects }
      }),
  }
}
