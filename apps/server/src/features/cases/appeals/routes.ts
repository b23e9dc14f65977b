import { routes } from '@penmark/contract'
import type { Binder } from '../../../http/bind.ts'
import type { Storage } from '../../../outside/storage/storage.ts'
import { endAppeal } from './end-appeal.ts'
import { fetchAppealFile, listAppeals, readAppeal, readAppealReport } from './read-appeals.ts'
import { type AppealParts, addAppealReviewer, listAppealReviewers, removeAppealReviewer } from './reviewers.ts'

export function bindAppeals({ bind }: Binder, parts: AppealParts & { storage: Pick<Storage, 'get'> }): void {
  const { database } = parts
  bind(routes.listAppeals, (page, caller) => listAppeals(database, page, caller))
  bind(routes.readAppeal, ({ id }, caller) => readAppeal(database, id, caller))
  bind(routes.readAppealReport, ({ id, document_id }, caller) => readAppealReport(database, id, document_id, caller))
  bind(routes.readAppealFile, (file, caller) => fetchAppealFile(parts, file, caller))
  bind(routes.endAppeal, ({ id, ...end }, caller) => endAppeal(parts, id, end, caller))
  bind(routes.listAppealReviewers, () => listAppealReviewers(database))
  bind(routes.addAppealReviewer, ({ email }, caller) => addAppealReviewer(parts, email, caller))
  bind(routes.removeAppealReviewer, ({ teacher_id }, caller) => removeAppealReviewer(parts, teacher_id, caller))
}
