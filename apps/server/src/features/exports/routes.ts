import { routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import { createExportLink, deleteExport, fetchExport, listExports, readExport, startExport } from './keep-exports.ts'
import { type ExportsDependencies, exportTeacher } from './write-export.ts'

export function bindExports({ bind, bindPublic }: Binder, dependencies: ExportsDependencies): void {
  bind(routes.exportTeacher, async (_input, { teacher_id, person }) => exportTeacher(dependencies, { teacher_id, subject: person.subject }))
  bind(routes.startExport, ({ language }, caller) => startExport(dependencies, language ?? 'en-GB', caller))
  bind(routes.listExports, (_input, caller) => listExports(dependencies, caller))
  bind(routes.readExport, ({ id }, caller) => readExport(dependencies, id, caller))
  bind(routes.deleteExport, ({ id }, caller) => deleteExport(dependencies, id, caller))
  bind(routes.createExportLink, ({ id }, caller) => createExportLink(dependencies, id, caller))
  bindPublic(routes.fetchExport, ({ ticket }) => fetchExport(dependencies, ticket))
}
