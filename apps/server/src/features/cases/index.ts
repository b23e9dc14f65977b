// Cases: evidence, the student's private page and reply, decisions and appeals. The only way in for other
// features and for main.
export { eraseOldCases } from './case-policy.ts'
export { keepStudentName, noticeOfRestored } from './change-case.ts'
export type { GatherEvidence } from './evidence.ts'
export { isInCase, readCasesOfDocuments } from './record/read-cases.ts'
export { assignWaitingAppeals } from './record/reviewers.ts'
export { recordCaseOfRestored, recordKnownCases } from './record/standing.ts'
export { bindCases } from './routes.ts'
export { reopenFileCheck, replyFileWorker, sendMissingFileChecks } from './student-page/check-files.ts'
export { createReadLinkSeal } from './student-page/link-seal.ts'
export { recordExpiredLinks } from './student-page/make-link.ts'
export {
  listHandedInFiles,
  listReplyFileKeys,
  listReplyFilesAmong,
} from './student-page/read-student-page.ts'
export { addStudentPage } from './student-page-endpoints.ts'
