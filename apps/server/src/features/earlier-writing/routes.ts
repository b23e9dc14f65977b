import { routes } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import type { Binder } from '../../http/bind.ts'
import { readEarlierWriting, readStudentWriting } from './read-earlier-writing.ts'

export function bindEarlierWriting({ bind }: Binder, database: Database): void {
  bind(routes.readEarlierWriting, ({ id }, caller) => readEarlierWriting(database, id, caller))
  bind(routes.readStudentWriting, ({ id }, caller) => readStudentWriting(database, id, caller))
}
