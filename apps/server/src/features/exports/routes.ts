import { routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import { createExportLink, deleteExport, fetchExport, listExports, readExport, startExport } from './keep-exports.ts'
import type { ExportsParts } from './parts.ts'
import { exportTeacher } from './write-export.ts'

export function bindExports({ bind, bindPublic }: Binder, parts: ExportsParts): void {
  bind(routes.exportTeacher, async (_input, { teacher_id, person }) => exportTeacher(parts, { teacher_id, subject: person.subject }))
  bind(routes.startExport, ({ language }, caller) => startExport(parts, language ?? 'en-GB', caller))
  bind(routes.listExports, (_input, caller) => listExports(parts, caller))
  bind(routes.readExport, ({ id }, caller) => readExport(parts, id, caller))
  bind(routes.deleteExport, ({ id }, caller) => deleteExport(parts, id, caller))
  bind(routes.createExportLink, ({ id }, caller) => createExportLink(parts, id, caller))
  bindPublic(routes.fetchExport, ({ ticket }) => fetchExport(parts, ticket))
}
