import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { readCheckedRecord } from '../../../apps/server/src/features/authorship/writing/record/read-record.ts'
import { createEncryption } from '../../../apps/server/src/services/storage/encryption.ts'
import { insertWritingLink, Typist } from '../../../apps/server/src/testing/writing-room.ts'
import { textOf } from '../../../bench/texts.ts'
import {
  apiBase,
  type OpenedWritingRoom,
  type WritingBatchReply,
  type WritingRecordEntry,
} from '../../../packages/contract/src/index.ts'
import type { Installation } from '../parts/installation.ts'
import type { Part } from '../parts/processes.ts'
import { processorSeconds } from '../parts/processor.ts'
import { addTeachers } from '../parts/submit.ts'
import type { ResultTable } from '../result-table.ts'

const students = 300
/** As the editor does while somebody types. */
const everyMs = 2_000
/** 40 words a minute, with a wrong letter now and then. */
const keysEach = 8

interface Writer {
  submission_id: string
  session: string
  typist: Typist
  text: string
  version: number
  /** The number of the last entry that the server acknowledged. */
  acknowledged: number
}

async function post<T>(origin: string, path: string, payload: object): Promise<T> {
  const answer = await fetch(`${origin}${apiBase}/writing-room/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}

async function openWriters({ database }: Installation, origin: string): Promise<Writer[]> {
  const [teacher] = await addTeachers(database, 1)
  const teacher_id = teacher?.teacher_id ?? ''
  const writers: Writer[] = []
  for (let nth = 0; nth < students; nth += 1) {
    const student_id = randomUUID()
    await database.query(
      "insert into students (id, teacher_id, first_name, last_name) values ($1, $2, 'Student', $3)",
      [student_id, teacher_id, String(nth)],
    )
    const { token, submission_id } = await insertWritingLink(database, {
      teacher_id,
      student_id,
      class_group_id: null,
    })
    const opened = await post<OpenedWritingRoom>(origin, 'open', { token })
    if (opened.state !== 'open') throw new Error('A link asked for a PIN that it does not have.')
    await post(origin, 'accept', { session: opened.session })
    writers.push({
      submission_id,
      session: opened.session,
      typist: new Typist(),
      text: textOf(2_000, nth),
      version: 0,
      acknowledged: 0,
    })
  }
  return writers
}

/** What a student types in two seconds. */
function typed({ typist, text, version }: Writer): WritingRecordEntry[] {
  const start = version + 1
  return typist.type(text.slice(version, version + keysEach), start)
}

const percentile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** Entries that were acknowledged and are not in the record, and records that are not as they were stored. */
async function countLost({ database }: Installation, writers: readonly Writer[]): Promise<number> {
  const encryption = createEncryption({ keys: [] })
  let lost = 0
  for (const { submission_id, acknowledged } of writers) {
    const { rows } = await database.query(
      'select id, entries, version, hash from writing_submissions where id = $1',
      [submission_id],
    )
    const row = rows[0] as { id: string; entries: number; version: number; hash: string | null }
    const { batches, integrity } = await readCheckedRecord(database, encryption, row)
    const stored = new Set(batches.flatMap(({ entries }) => entries.map(({ n }) => n)))
    lost += Array.from({ length: acknowledged }, (_, nth) => nth + 1).filter((n) => !stored.has(n)).length
    if (integrity === 'altered') lost += 1
  }
  return lost
}

/** A school in which 300 students type at once. */
export async function measureWriting(
  { installation, api }: { installation: Installation; api: Part },
  seconds: number,
): Promise<ResultTable> {
  const writers = await openWriters(installation, api.origin)
  const times: number[] = []
  let failed = 0
  const used = () => ({
    api: processorSeconds(api.pid),
    database: processorSeconds(installation.databasePid),
  })
  const before = used()
  const start = performance.now()
  await Promise.all(
    writers.map(async (writer, nth) => {
      for (let round = 0; (round + 1) * everyMs <= seconds * 1_000; round += 1) {
        const due = start + round * everyMs + (nth * everyMs) / students
        await wait(Math.max(0, due - performance.now()))
        const entries = typed(writer)
        try {
          const reply = await post<WritingBatchReply>(api.origin, 'batch', {
            session: writer.session,
            version: writer.version,
            entries,
          })
          times.push(performance.now() - due)
          if (!reply.stored) throw new Error('A batch was not stored.')
          writer.version = reply.version
          writer.acknowledged = writer.typist.n
        } catch {
          failed += 1
          writer.typist.n = writer.acknowledged
        }
      }
    }),
  )
  const after = used()
  times.sort((a, b) => a - b)
  const lost = await countLost(installation, writers)
  if (lost > 0) throw new Error(`${lost} acknowledged entries were lost.`)
  const entriesAtStake = writers.reduce((sum, { acknowledged }) => sum + acknowledged, 0)
  const each = (name: 'api' | 'database') =>
    (((after[name] - before[name]) * 1_000) / times.length).toPrecision(3)
  return {
    title: 'Students typing at once',
    columns: [
      'Students',
      'Batches',
      'Per second',
      'p50 (ms)',
      'p95 (ms)',
      'p99 (ms)',
      'Failed',
      'Lost entries',
    ],
    rows: [
      [
        students,
        times.length,
        times.length / seconds,
        percentile(times, 0.5),
        percentile(times, 0.95),
        percentile(times, 0.99),
        failed,
        lost,
      ],
    ],
    attacks: [
      {
        promise: 'writing',
        attack: `${students} students type at once`,
        times: 1,
        atStake: entriesAtStake,
        unit: 'acknowledged keystrokes',
        lost,
      },
    ],
    note: `One API process on PostgreSQL. Each student sends a batch of ${keysEach} keys every ${everyMs / 1_000} seconds; a time runs from the moment at which the batch was due until its acknowledgement, after the commit. Processor time for a batch: API ${each('api')} ms, PostgreSQL ${each('database')} ms. Client, product, database and other programs shared the machine.`,
  }
}
