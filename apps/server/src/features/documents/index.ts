// From an upload to its report: receiving, reading, scoring, standing, lists and exports. The only way in for
// other features and for main.
export {
  type DocumentsDependencies,
  deleteStoredDocument,
  eraseDocument,
  refreshRestoredClass,
  renameStudent,
  resumeDocument,
  unassignClassGroup,
  unassignStudent,
  updateSortNames,
} from './changes/change-document.ts'
export { bindExamples } from './examples/examples.ts'
export { bindClassExports } from './exports/class-exports.ts'
export { readClassDocuments } from './exports/export-reports.ts'
export { type ClassExportRequest, type ExportTexts, loadExportTexts } from './exports/format.ts'
export { nameDocuments } from './lists/names.ts'
export { hasPending, listScopes, readDocumentsById } from './lists/scopes.ts'
export type { CardReaders } from './overview/card-readers.ts'
export { bindOverview } from './overview/overview.ts'
export { extractFile } from './pipeline/extract-file.ts'
export { createProcessor } from './pipeline/process-document.ts'
export { reportAlive, requeueStuck, watchTimes } from './pipeline/queue.ts'
export { createReader, failureReason, type Reader, readFailure } from './pipeline/reading/reader.ts'
export { fileLimits, fileTypeOf, type ReadText, storable } from './pipeline/reading/text.ts'
export { createScorer, type Scorer } from './pipeline/scoring/scorer.ts'
export { bindReferences, readFinishedLookUp } from './references/references.ts'
export { lookUpWorker, sendMissingLookUps, sweepAnswers } from './references/run-look-ups.ts'
export { type PrintDependencies, printReport, type SectionReaders } from './report/print.ts'
export { readCardBases, requireResults } from './report/report.ts'
export { listNoLongerJudged, readWithdrawal, rereadResults } from './report/reread.ts'
export { asOnlyResult, fromStoredReport, toStoredReport } from './report/rules.ts'
export { bindDocuments } from './routes.ts'
export {
  type ComparableDocument,
  countInBatch,
  type DocumentOutcome,
  listComparable,
  listExistingDocuments,
  listFilesAmong,
  listNewestOfStudent,
  listOwnFiles,
  lockDocuments,
  readComparables,
  readDocument,
  readOutcome,
  readStoredFile,
  readTexts,
  type ScoredDocument,
} from './rows/read-documents.ts'
export { maximumUnprocessedBytes, textBodyBytes } from './rows/rules.ts'
export { type KeptProfile, readWritingProfiles } from './rows/writing-profiles.ts'
export { bindSamples, createSamples, hasSamples } from './samples/samples.ts'
export { recordCaseState, recordCompleted, recordInserted, selectWithEvidence } from './standing/evidence.ts'
export { readFigures, readFiguresOfClasses } from './standing/figures.ts'
export { listCountedFrom, listUncounted, readStandings } from './standing/refresh.ts'
export {
  forgetSharedPairs,
  lockSharing,
  recordPairs,
  replaceSharedApart,
  replaceSharedTogether,
} from './standing/shared-texts.ts'
export { submitText, uploadDocument } from './upload/accept-upload.ts'
export { archiveLimits } from './upload/unpack-archive.ts'
export { sweepUploadAnswers } from './upload/upload-once.ts'
export { followAllowance, readWaitingOfAll } from './waiting/read-waiting.ts'
export { readDocumentQueue, retryDocuments } from './waiting/watch-queue.ts'
