// The writing room and its records, a student's earlier writing, and a class's baseline. The only way in for
// other features and for main.
export { bindBaseline, compareWithBaseline, isBaselineShared, shareBaseline } from './baseline/baseline.ts'
export { compareWithEarlier } from './earlier-writing/earlier-writing.ts'
export { bindEarlierWriting } from './earlier-writing/routes.ts'
export { eraseTexts, readTask } from './writing/read-tasks.ts'
export { recordKnownInsertions } from './writing/record/largest-insertion.ts'
export {
  bindWritingRecords,
  findSubmissionOf,
  listHandedIn,
  readPrintedWriting,
  readRecordFile,
} from './writing/record/record.ts'
export { packRecords } from './writing/room/pack-records.ts'
export { bindWritingRoom } from './writing/room/routes.ts'
export { findTask, openPlatformSession } from './writing/room/sessions.ts'
export { platformLinkOf } from './writing/rules.ts'
export { bindWriting } from './writing/writing.ts'
