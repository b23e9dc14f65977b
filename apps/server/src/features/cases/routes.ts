import { type Case, routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import type { Owner } from '../../http/caller.ts'
import type { Database } from '../../services/database/database.ts'
import type { Storage } from '../../services/storage/storage.ts'
import { bindAppeals } from './appeals/appeals.ts'
import { readCaseAttention, readCaseCounts, readFindingRecord } from './case-counts.ts'
import { readCasePolicy, saveCasePolicy } from './case-policy.ts'
import {
  addCaseDocument,
  changeCase,
  decideCase,
  deleteCase,
  openCase,
  recordCaseStep,
} from './change-case.ts'
import type { EvidenceDependencies } from './evidence.ts'
import { exportCase, type PackDependencies, printCase } from './evidence-pack/export-case.ts'
import { listCases, readCase, readCaseReport } from './record/read-cases.ts'
import { recordReplySeen } from './record/standing.ts'
import {
  extendStudentLink,
  type LinkDependencies,
  makeStudentLink,
  previewStudentPage,
  readStudentLink,
  withdrawStudentLink,
} from './student-page/make-link.ts'
import { fetchReplyFile, readStudentPage } from './student-page/read-student-page.ts'

interface CaseDependencies extends LinkDependencies, EvidenceDependencies, PackDependencies {
  storage: Storage
}

/** The caller's own case. Opening it is seeing what the student has answered. */
async function openForTeacher(database: Database, id: string, caller: Owner): Promise<Case> {
  const record = await readCase(database, id, caller)
  await database.transaction((connection) => recordReplySeen(connection, record.id))
  return record
}

export function bindCases(binder: Binder, dependencies: CaseDependencies): void {
  const { bind } = binder
  const { database } = dependencies
  bind(routes.listCases, (filter, caller) => listCases(database, filter, caller))
  bind(routes.openCase, ({ document_id }, caller) => openCase(dependencies, document_id, caller))
  bind(routes.readCase, ({ id }, caller) => openForTeacher(database, id, caller))
  bind(routes.changeCase, ({ id, ...change }, caller) => changeCase(dependencies, id, change, caller))
  bind(routes.deleteCase, ({ id }, caller) => deleteCase(dependencies, id, caller))
  bind(routes.addCaseDocument, ({ id, document_id }, caller) =>
    addCaseDocument(dependencies, id, document_id, caller),
  )
  bind(routes.readCaseReport, ({ id, document_id }, caller) =>
    readCaseReport(database, id, document_id, caller),
  )
  bind(routes.recordCaseStep, ({ id, ...step }, caller) => recordCaseStep(dependencies, id, step, caller))
  bind(routes.decideCase, ({ id, ...decision }, caller) => decideCase(dependencies, id, decision, caller))
  bind(routes.exportCase, (input, caller) => exportCase(dependencies, input, caller))
  bind(routes.printCase, (input, caller) => printCase(dependencies, input, caller))
  bind(routes.readStudentPage, ({ id }, caller) => readStudentPage(dependencies, database, id, caller))
  bind(routes.makeStudentLink, (link, caller) => makeStudentLink(dependencies, link, caller))
  bind(routes.readStudentLink, ({ id }, caller) => readStudentLink(dependencies, id, caller))
  bind(routes.extendStudentLink, (change, caller) => extendStudentLink(dependencies, change, caller))
  bind(routes.withdrawStudentLink, ({ id }, caller) => withdrawStudentLink(dependencies, id, caller))
  bind(routes.previewStudentPage, (preview, caller) => previewStudentPage(dependencies, preview, caller))
  bind(routes.readReplyFile, (file, caller) => fetchReplyFile(dependencies, file, caller))
  bind(routes.readFindingRecord, (_, caller) => readFindingRecord(database, new Date(), caller))
  bind(routes.readCaseAttention, (_, caller) => readCaseAttention(database, caller))
  bind(routes.readCaseCounts, () => readCaseCounts(database, new Date()))
  bind(routes.readCasePolicy, () => readCasePolicy(database))
  bind(routes.saveCasePolicy, (policy, caller) => saveCasePolicy(database, policy, caller))
  bindAppeals(binder, dependencies)
}
