import { routes } from '@penmark/contract'
import type { Binder } from '../../../http/bind.ts'
import type { Storage } from '../../../outside/storage/storage.ts'
import { endAppeal } from './end-appeal.ts'
import { fetchAppealFile, listAppeals, readAppeal, readAppealReport } from './read-appeals.ts'
import { type AppealDependencies, addAppealReviewer, listAppealReviewers, removeAppealReviewer } from './reviewers.ts'

export function bindAppeals({ bind }: Binder, dependencies: AppealDependencies & { storage: Pick<Storage, 'get'> }): void {
  const { database } = dependencies
  bind(routes.listAppeals, (page, caller) => listAppeals(database, page, caller))
  bind(routes.readAppeal, ({ id }, caller) => readAppeal(database, id, caller))
  bind(routes.readAppealReport, ({ id, document_id }, caller) => readAppealReport(database, id, document_id, caller))
  bind(routes.readAppealFile, (file, caller) => fetchAppealFile(dependencies, file, caller))
  bind(routes.endAppeal, ({ id, ...end }, caller) => endAppeal(dependencies, id, end, caller))
  bind(routes.listAppealReviewers, () => listAppealReviewers(database))
  bind(routes.addAppealReviewer, ({ email }, caller) => addAppealReviewer(dependencies, email, caller))
  bind(routes.removeAppealReviewer, ({ teacher_id }, caller) => removeAppealReviewer(dependencies, teacher_id, caller))
}
