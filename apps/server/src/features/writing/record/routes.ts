import { writingRecordRoutes as routes } from '@penmark/contract'
import type { Binder } from '../../../http/bind.ts'
import { exportRecord } from './export-record.ts'
import { type RecordDependencies, readRecord, readSubmission, readWritingOfDocument } from './read-submission.ts'

export function bindWritingRecords({ bind }: Binder, dependencies: RecordDependencies): void {
  bind(routes.readWritingSubmission, ({ id }, caller) => readSubmission(dependencies, id, caller))
  bind(routes.readWritingRecord, (page, caller) => readRecord(dependencies, page, caller))
  bind(routes.exportWritingRecord, ({ id }, caller) => exportRecord(dependencies, id, caller))
  bind(routes.readWritingOfDocument, ({ id }, caller) => readWritingOfDocument(dependencies, id, caller))
}
