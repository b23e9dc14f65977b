import { isId, routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import type { Owner } from '../../http/caller.ts'
import type { Emit } from '../../services/events/events.ts'
import { readPlan, requireStorage } from '../accounts/index.ts'
import {
  assignDocument,
  type DocumentsDependencies,
  deleteDocument,
  markWrittenInClass,
  reprocessDocument,
} from './changes/change-document.ts'
import { readDashboardStats } from './lists/counts.ts'
import { readStatedNames } from './lists/stated-names.ts'
import { type PrintDependencies, printReport } from './report/print.ts'
import { type ResultsDependencies, readReport, recheckDocument } from './report/report.ts'
import { putAwayWithdrawn, readWithdrawn } from './report/reread.ts'
import {
  countDocuments,
  listDocuments,
  listRecent,
  noSuchDocument,
  readDocument,
  readDocumentText,
} from './rows/read-documents.ts'
import { textBodyBytes } from './rows/rules.ts'
import { readFigures, scopeOf } from './standing/figures.ts'
import { putAway } from './standing/put-away.ts'
import { submitText, uploadBatch, uploadDocument } from './upload/accept-upload.ts'
import { isAnswered, uploadOnce } from './upload/upload-once.ts'
import { readWaiting, saveReadsWaiting } from './waiting/read-waiting.ts'

export function bindDocuments(
  { bind, bindJson }: Binder,
  dependencies: DocumentsDependencies & ResultsDependencies & PrintDependencies & { emit: Emit },
): void {
  const { database } = dependencies
  const beforeBody = async (caller: Owner, bytes: number, key: string | null) => {
    // An upload that was answered before is answered again, although its documents may have taken the last
    // space.
    if (key !== null && (await isAnswered(database, caller, key))) return
    await requireStorage(
      database,
      dependencies.storageQuota,
      await readPlan(database, caller.teacher_id),
      bytes,
    )
  }
  bind(
    routes.uploadDocument,
    (fields, caller, files, key) =>
      uploadOnce(dependencies, caller, { route: routes.uploadDocument, key, fields, files }, (keep) =>
        uploadDocument(dependencies, fields, caller, files, { keep }),
      ),
    { beforeBody },
  )
  bind(
    routes.uploadBatch,
    (fields, caller, files, key) =>
      uploadOnce(dependencies, caller, { route: routes.uploadBatch, key, fields, files }, (keep) =>
        uploadBatch(dependencies, fields, caller, files, { keep }),
      ),
    { beforeBody },
  )
  bind(
    routes.submitText,
    (fields, caller, files, key) => {
      const { title, ...pasted } = fields
      return uploadOnce(dependencies, caller, { route: routes.submitText, key, fields, files }, (keep) =>
        submitText(dependencies, { ...pasted, ...(title === null ? {} : { filename: title }) }, caller, {
          keep,
        }),
      )
    },
    { bodyBytes: textBodyBytes },
  )
  bind(routes.readWithdrawnFindings, (_input, caller) => readWithdrawn(database, caller))
  bind(routes.putAwayWithdrawnFindings, (_input, caller) => putAwayWithdrawn(database, caller))
  bind(routes.readStats, (_input, caller) => readDashboardStats(database, caller))
  bind(routes.listRecent, (_input, caller) => listRecent(database, caller))
  bindJson(routes.listDocuments, (filter, caller) => listDocuments(database, filter, caller))
  bind(routes.countDocuments, (filter, caller) => countDocuments(database, filter, caller))
  bind(routes.readStatedNames, ({ ids }, caller) =>
    readStatedNames(database, ids.split(',').filter(isId), caller),
  )
  bind(routes.readDocument, ({ id }, caller) => readDocument(database, id, caller))
  bind(routes.readDocumentText, ({ id }, caller) => readDocumentText(database, id, caller))
  bind(routes.readReport, ({ id }, caller) => readReport(dependencies, id, caller))
  bind(routes.printReport, ({ id, language = 'en-GB', time_zone, appendix = false }, caller) =>
    printReport(dependencies, id, { language, time_zone, appendix }, caller),
  )
  bind(routes.recheckDocument, ({ id }, caller) => recheckDocument(dependencies, id, caller))
  bind(routes.deleteDocument, ({ id }, caller) => deleteDocument(dependencies.database, id, caller))
  bind(routes.reprocessDocument, ({ id }, caller) => reprocessDocument(dependencies, id, caller))
  bind(routes.assignDocument, ({ id, ...assignees }, caller) =>
    assignDocument(dependencies, id, assignees, caller),
  )
  bind(routes.readWaiting, async (target, { teacher_id }) => {
    const scope = scopeOf(target)
    if (scope === null) throw noSuchDocument()
    const { queue } = dependencies
    return database.transaction(async (connection) => {
      // A class, student or upload of somebody else holds none of the caller's documents.
      const isNamed = Object.keys(scope).length > 0
      if (isNamed && (await readFigures(connection, teacher_id, scope)).documents === 0)
        throw noSuchDocument()
      const plan = await readPlan(connection, teacher_id)
      return readWaiting(connection, queue, { plan, now: new Date(), scope })
    })
  })
  bind(routes.saveReadsWaiting, async ({ reads_waiting }, caller) => {
    await saveReadsWaiting(dependencies, reads_waiting, caller)
    return { reads_waiting }
  })
  bind(routes.putAway, ({ id, done }, caller) => putAway(database, id, done, caller))
  bind(routes.markWrittenInClass, ({ id, written_in_class }, caller) =>
    markWrittenInClass(database, id, written_in_class, caller),
  )
}
