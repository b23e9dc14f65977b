import { type LongAttachment, writingRecordRoutes as routes } from '@penmark/contract'
import type { Binder } from '../../../http/bind.ts'
import type { Owner } from '../../../http/caller.ts'
import { plainName } from '../../../http/receive.ts'
import { recordAction } from '../../audit/audit.ts'
import { readTask } from '../read-tasks.ts'
import { batchesOf } from './read-record.ts'
import {
  type RecordDependencies,
  readRecord,
  readSubmission,
  readWritingOfDocument,
  requireSubmission,
  studentNameOf,
} from './read-submission.ts'

export function bindWritingRecords({ bind }: Binder, dependencies: RecordDependencies): void {
  bind(routes.readWritingSubmission, ({ id }, caller) => readSubmission(dependencies, id, caller))
  bind(routes.readWritingRecord, (page, caller) => readRecord(dependencies, page, caller))
  bind(routes.exportWritingRecord, ({ id }, caller) => exportRecord(dependencies, id, caller))
  bind(routes.readWritingOfDocument, ({ id }, caller) => readWritingOfDocument(dependencies, id, caller))
}

/**
 * The whole record as JSON, with the hash of every batch. docs/writing-records.md says how anybody can compute the hashes again, without the product.
 */
async function exportRecord({ database, sealer }: RecordDependencies, id: string, owner: Owner): Promise<LongAttachment> {
  const row = await requireSubmission(database, id, owner)
  const { title } = await readTask(database, row.task_id, owner)
  const student_name = await studentNameOf(database, row)
  await recordAction(database, owner, { action: 'writing.export', target_id: id, teacher_id: owner.teacher_id })
  const head = {
    format: 'penmark-writing-record',
    version: 1,
    submission_id: id,
    task: title,
    student: student_name,
    state: row.state,
    handed_in_at: row.handed_in_at?.toISOString() ?? null,
    exported_at: new Date().toISOString(),
    entries: row.entries,
    hash: row.hash,
  }
  const lines = async function* () {
    const open = JSON.stringify(head, null, 1).slice(0, -2)
    yield Buffer.from(`${open},\n "batches": [`)
    let isFirst = true
    for await (const { seq, received_at, entries, hash } of batchesOf(database, sealer, id)) {
      const batch = { seq, received_at: received_at.toISOString(), received_at_ms: received_at.getTime(), hash, entries }
      yield Buffer.from(`${isFirst ? '' : ','}\n  ${JSON.stringify(batch)}`)
      isFirst = false
    }
    yield Buffer.from('\n ]\n}\n')
  }
  return { filename: plainName(`${title.slice(0, 150)}, ${student_name.slice(0, 80)}, record.json`), chunks: lines() }
}
