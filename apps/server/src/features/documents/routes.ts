import { routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import type { Owner } from '../../http/caller.ts'
import { requireStorage } from '../storage/actions.ts'
import { readPlan } from '../teachers/plan.ts'
import { assignDocument } from './assign-document.ts'
import { deleteDocument } from './delete-document.ts'
import { markWrittenInClass } from './mark-written-in-class.ts'
import type { DocumentsParts } from './parts.ts'
import { countMatching, listDocuments, readDocument, readDocumentText } from './read-documents.ts'
import { reprocessDocument } from './reprocess-document.ts'
import { submitText } from './upload/submit-text.ts'
import { uploadBatch, uploadDocument } from './upload/upload-documents.ts'

/** A million characters, each up to six bytes when escaped, plus some slack. */
const textBodyBytes = 6_500_000

export function bindDocuments({ bind, bindJson }: Binder, parts: DocumentsParts): void {
  const { database, planLimits } = parts
  const beforeBody = async ({ teacher_id }: Owner, bytes: number) =>
    requireStorage(database, parts.storageQuota, await readPlan(database, teacher_id, planLimits), bytes)
  bind(routes.uploadDocument, (fields, caller, files) => uploadDocument(parts, fields, caller, files), { beforeBody })
  bind(routes.uploadBatch, (fields, caller, files) => uploadBatch(parts, fields, caller, files), { beforeBody })
  bind(
    routes.submitText,
    ({ title, ...pasted }, caller) => submitText(parts, { ...pasted, ...(title === null ? {} : { filename: title }) }, caller),
    { bodyBytes: textBodyBytes },
  )
  bindJson(routes.listDocuments, (filter, caller) => listDocuments(database, filter, caller))
  bind(routes.countDocuments, (filter, caller) => countMatching(database, filter, caller))
  bind(routes.readDocument, ({ id }, caller) => readDocument(database, id, caller))
  bind(routes.readDocumentText, ({ id }, caller) => readDocumentText(database, id, caller))
  bind(routes.deleteDocument, ({ id }, caller) => deleteDocument(parts, id, caller))
  bind(routes.reprocessDocument, ({ id }, caller) => reprocessDocument(parts, id, caller))
  bind(routes.assignDocument, ({ id, ...owners }, caller) => assignDocument(database, id, owners, caller))
  bind(routes.markWrittenInClass, ({ id, written_in_class }, caller) => markWrittenInClass(database, id, written_in_class, caller))
}
