import { randomUUID } from 'node:crypto'
import { apiBase, type WritingRecordEntry, writingRoomRoutes } from '@penmark/contract'
import type { FastifyInstance } from 'fastify'
import { hashSecret, newSecret } from '../lib/secrets.ts'
import type { Connection } from '../services/database/database.ts'

interface NewLink {
  teacher_id: string
  student_id: string
  class_group_id: string | null
  title?: string
  due_at?: Date | null
  pin_hash?: string | null
}

/** A task with the link of one student, as the teacher makes it. */
export async function insertWritingLink(
  connection: Connection,
  { teacher_id, student_id, class_group_id, title = 'Harbours', due_at = null, pin_hash = null }: NewLink,
): Promise<{ token: string; submission_id: string; task_id: string }> {
  const [task_id, submission_id, token] = [randomUUID(), randomUUID(), newSecret()]
  await connection.query(
    `insert into writing_tasks (id, teacher_id, class_group_id, title, pasting, language, due_at, pin_hash) values ($1, $2, $3, $4, 'shown', 'en-GB', $5, $6)`,
    [task_id, teacher_id, class_group_id, title, due_at, pin_hash],
  )
  await connection.query(
    `insert into writing_submissions (id, task_id, teacher_id, student_id, link_hash, link_created_at) values ($1, $2, $3, $4, $5, now())`,
    [submission_id, task_id, teacher_id, student_id, hashSecret(token)],
  )
  return { token, submission_id, task_id }
}

const paths = {
  open: 'openWritingRoom',
  read: 'readWritingRoom',
  accept: 'acceptWritingRecord',
  batch: 'sendWritingBatch',
} as const
const otherCalls = {
  record: 'readOwnWritingRecord',
  handIn: 'handInWriting',
  takeBack: 'takeBackWriting',
} as const
const calls = { ...paths, ...otherCalls }

/** Calls the student's page makes, without an account. */
export async function callRoom(
  app: FastifyInstance,
  call: keyof typeof calls,
  payload: object,
  remoteAddress = '192.0.2.1',
) {
  const url = apiBase + writingRoomRoutes[calls[call]].path
  const answer = await app.inject({ method: 'POST', url, payload, remoteAddress })
  return { status: answer.statusCode, text: answer.body, body: answer.json<unknown>() }
}

/** Opens the link of a new task as this student, who agrees to begin. */
export async function enterRoom(
  { app, database }: { app: FastifyInstance; database: Connection },
  {
    id,
    teacher_id,
    class_group_id = null,
  }: { id: string; teacher_id: string; class_group_id?: string | null },
): Promise<{ session: string; token: string; submission_id: string }> {
  const { token, submission_id } = await insertWritingLink(database, {
    teacher_id,
    student_id: id,
    class_group_id,
  })
  const { session } = (await callRoom(app, 'open', { token })).body as { session: string }
  await callRoom(app, 'accept', { session })
  return { session, token, submission_id }
}

export type Entry = Extract<WritingRecordEntry, { kind: 'step' }>

/** A page that types: it numbers its entries, and knows where its cursor is. */
export class Typist {
  readonly client: string
  /** The number of its last entry. */
  n = 0
  /** Milliseconds since 1970. */
  at = Date.now()
  /** Between two entries. */
  everyMs = 150

  constructor(client = randomUUID().slice(0, 12)) {
    this.client = client
  }

  private fields() {
    this.n += 1
    this.at += this.everyMs
    return { at: this.at, client: this.client, n: this.n }
  }

  /** One step for each character, the first at this position; an empty text begins at 1. */
  type(text: string, position: number): Entry[] {
    return Array.from(text).map((character, nth) => this.insert(character, position + nth))
  }

  insert(text: string, position: number, origin: Entry['origin'] = 'typing'): Entry {
    const slice = { content: [{ type: 'text', text }] }
    return {
      kind: 'step',
      ...this.fields(),
      origin,
      step: { stepType: 'replace', from: position, to: position, slice },
    }
  }

  remove(from: number, to: number): Entry {
    return { kind: 'step', ...this.fields(), origin: 'delete', step: { stepType: 'replace', from, to } }
  }

  step(step: Record<string, unknown>): Entry {
    return { kind: 'step', ...this.fields(), origin: 'format', step }
  }

  event(kind: 'open' | 'close' | 'focus' | 'blur'): WritingRecordEntry {
    return { kind, ...this.fields() }
  }
}
