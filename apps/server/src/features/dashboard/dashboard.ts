import { recentDocuments, routes } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import type { Binder } from '../../http/bind.ts'
import { countDocuments } from '../documents/lists/counts.ts'
import { listNewest } from '../documents/read-documents.ts'

export function bindDashboard({ bind }: Binder, database: Database): void {
  bind(routes.readStats, (_input, caller) => countDocuments(database, caller))
  bind(routes.listRecent, async (_input, caller) => {
    const newest = await listNewest(database, recentDocuments, caller)
    return newest.map((document) => {
      const { student_details: student } = document
      return { ...document, student: student === null ? null : `${student.first_name} ${student.last_name}` }
    })
  })
}
