import { routes } from '@penmark/contract'
import type { Binder } from '../../../http/bind.ts'
import type { Database } from '../../../services/database/database.ts'
import { readEarlierWriting, readStudentWriting } from './earlier-writing.ts'
import { exportStudentWriting } from './export-writing.ts'

export function bindEarlierWriting({ bind }: Binder, database: Database): void {
  bind(routes.readEarlierWriting, ({ id }, caller) => readEarlierWriting(database, id, caller))
  bind(routes.readStudentWriting, ({ id }, caller) => readStudentWriting(database, id, caller))
  bind(routes.exportStudentWriting, (input, caller) => exportStudentWriting(database, input, caller))
}
