import {
  isId,
  type LongAttachment,
  writingRecordRoutes as routes,
  type WritingRecordPage,
  type WritingSubmissionView,
} from '@penmark/contract'
import { countWords } from '@penmark/detector/words'
import { arrivalOf, summariseHistory, timelineOf } from '@penmark/writing'
import type { Binder } from '../../../../http/bind.ts'
import type { Owner } from '../../../../http/caller.ts'
import { displayName } from '../../../../http/multipart.ts'
import { problem } from '../../../../locale/problems/problem.ts'
import type { PrintedWriting } from '../../../../pdf/messages.ts'
import { recordAction } from '../../../../services/audit/audit.ts'
import type { Connection, Database } from '../../../../services/database/database.ts'
import type { Encryption } from '../../../../services/storage/encryption.ts'
import { readStudentName } from '../../../classes/index.ts'
import { readDocument } from '../../../documents/index.ts'
import { readTask } from '../read-tasks.ts'
import { toSubmission } from '../rules.ts'
import type { WritingSubmissionRow } from '../store.ts'
import { createComparison } from './compare-with-class.ts'
import { batchesOf, readCheckedRecord, readRecordPage } from './read-record.ts'
import { type ArrivedRecord, arrivedOf, historyOfRecord, readArrivedRecord } from './record-history.ts'
import { selectHandedIn, selectOptionalOfDocument, selectOptionalOwn } from './store.ts'

export function bindWritingRecords({ bind }: Binder, dependencies: RecordDependencies): void {
  bind(routes.readWritingSubmission, ({ id }, caller) => readSubmission(dependencies, id, caller))
  bind(routes.readWritingRecord, (page, caller) => readRecord(dependencies, page, caller))
  bind(routes.exportWritingRecord, ({ id }, caller) => exportRecord(dependencies, id, caller))
  const compare = createComparison(dependencies)
  bind(routes.readWritingComparison, async ({ id }, caller) =>
    compare(await requireSubmission(dependencies.database, id, caller)),
  )
  bind(routes.readWritingOfDocument, ({ id }, caller) => readWritingOfDocument(dependencies, id, caller))
}

interface RecordDependencies {
  database: Database
  encryption: Encryption
}

/** The teacher's own submission; another's answers 404. */
async function requireSubmission(
  connection: Connection,
  id: string,
  { teacher_id }: Owner,
): Promise<WritingSubmissionRow> {
  const row = isId(id) ? await selectOptionalOwn(connection, teacher_id, id) : null
  if (row === null) throw problem('not_found', 'writing_unknown')
  return row
}

/**
 * Whether the record can be relied on: its hashes, and whether its arrival confirms its dates. An altered
 * record has no arrival to speak of.
 */
function trustIn(
  { entries, receipts, integrity }: ArrivedRecord,
  { accepted_at }: Pick<WritingSubmissionRow, 'accepted_at'>,
): Pick<WritingSubmissionView, 'integrity' | 'opened_at' | 'arrival'> {
  const opened_at = accepted_at?.toISOString() ?? null
  if (integrity === 'altered') return { integrity, opened_at, arrival: [] }
  const arrival = arrivalOf(entries, receipts, accepted_at?.getTime() ?? null)
  return { integrity: arrival.length === 0 ? 'intact' : 'unconfirmed', opened_at, arrival }
}

async function toView(
  { database, encryption }: RecordDependencies,
  row: WritingSubmissionRow,
  owner: Owner,
): Promise<WritingSubmissionView> {
  const record = await readCheckedRecord(database, encryption, row)
  return {
    task: await readTask(database, row.task_id, owner),
    submission: toSubmission(row, await readStudentName(database, row.student_id)),
    summary: summariseHistory(await historyOfRecord(record), countWords),
    ...trustIn(arrivedOf(record), row),
    hash: row.hash,
  }
}

async function readSubmission(
  dependencies: RecordDependencies,
  id: string,
  owner: Owner,
): Promise<WritingSubmissionView> {
  return toView(dependencies, await requireSubmission(dependencies.database, id, owner), owner)
}

async function readRecord(
  { database, encryption }: RecordDependencies,
  { id, offset }: { id: string; offset: number },
  owner: Owner,
): Promise<WritingRecordPage> {
  return readRecordPage(database, encryption, await requireSubmission(database, id, owner), offset)
}

/** How the text of a document was written; null unless it was handed in from a writing task. */
async function readWritingOfDocument(
  dependencies: RecordDependencies,
  id: string,
  owner: Owner,
): Promise<WritingSubmissionView | null> {
  const document = await readDocument(dependencies.database, id, owner)
  const row = await selectOptionalOfDocument(dependencies.database, owner.teacher_id, document.id)
  return row === null ? null : toView(dependencies, row, owner)
}

/** The submission that a document was made of; null unless it was handed in from a writing task. */
export async function findSubmissionOf(
  connection: Connection,
  document_id: string,
  { teacher_id }: Owner,
): Promise<string | null> {
  return (await selectOptionalOfDocument(connection, teacher_id, document_id))?.id ?? null
}

/** Which of these documents were handed in from a writing task. */
export async function listHandedIn(
  connection: Connection,
  document_ids: string[],
  { teacher_id }: Owner,
): Promise<Set<string>> {
  return new Set(await selectHandedIn(connection, teacher_id, document_ids))
}

/** The same for the PDF of a report. */
export async function readPrintedWriting(
  { database, encryption }: RecordDependencies,
  id: string,
  owner: Owner,
): Promise<PrintedWriting | null> {
  const row = await selectOptionalOfDocument(database, owner.teacher_id, id)
  if (row === null) return null
  const record = await readCheckedRecord(database, encryption, row)
  const history = await historyOfRecord(record)
  return {
    summary: summariseHistory(history, countWords),
    timeline: timelineOf(history),
    ...trustIn(arrivedOf(record), row),
    hash: row.hash,
  }
}

/**
 * The whole record as JSON, with the hash of every batch. docs/writing-records.md says how anybody can
 * compute the hashes again without the product.
 */
async function exportRecord(
  dependencies: RecordDependencies,
  id: string,
  owner: Owner,
): Promise<LongAttachment> {
  const { filename, read } = await readRecordFile(dependencies, id, owner)
  return { filename, chunks: read() }
}

/**
 * A record as a file that can be read more than once. It is the same each time, even if the student goes on
 * writing in between.
 */
export interface RecordFile {
  filename: string
  read(): AsyncGenerator<Uint8Array>
}

/** The file of a record. That somebody took it is recorded. */
export async function readRecordFile(
  { database, encryption }: RecordDependencies,
  id: string,
  owner: Owner,
): Promise<RecordFile> {
  const row = await requireSubmission(database, id, owner)
  const { title } = await readTask(database, row.task_id, owner)
  const student_name = await readStudentName(database, row.student_id)
  const trust = trustIn(await readArrivedRecord(database, encryption, row), row)
  await recordAction(database, owner, {
    action: 'writing.export',
    target_id: id,
    teacher_id: owner.teacher_id,
  })
  const header = {
    format: 'penmark-writing-record',
    version: 1,
    submission_id: id,
    task: title,
    student: student_name,
    state: row.state,
    handed_in_at: row.handed_in_at?.toISOString() ?? null,
    exported_at: new Date().toISOString(),
    entries: row.entries,
    ...trust,
    hash: row.hash,
  }
  const read = async function* () {
    const open = JSON.stringify(header, null, 1).slice(0, -2)
    yield Buffer.from(`${open},\n "batches": [`)
    let isFirst = true
    for await (const { seq, received_at, entries, hash } of batchesOf(database, encryption, row)) {
      const batch = {
        seq,
        received_at: received_at.toISOString(),
        received_at_ms: received_at.getTime(),
        hash,
        entries,
      }
      yield Buffer.from(`${isFirst ? '' : ','}\n  ${JSON.stringify(batch)}`)
      isFirst = false
    }
    yield Buffer.from('\n ]\n}\n')
  }
  return { filename: displayName(`${title.slice(0, 150)}, ${student_name.slice(0, 80)}, record.json`), read }
}
