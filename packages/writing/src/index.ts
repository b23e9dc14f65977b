export { type ArrivalFinding, arrivalOf } from './arrival.ts'
export { decodeEntries, encodeEntries, RecordCodingError } from './coding.ts'
export { commonShare } from './common-share.ts'
export {
  type GoogleHistory,
  GoogleHistoryError,
  type GoogleHistoryProblem,
  googleHistoryLimits,
  readGoogleHistory,
} from './google-docs.ts'
export { type History, historyWithPauses, type MarkedChange } from './history.ts'
export { type PassageOrigin, passageOrigins } from './passages.ts'
export { type Moment, Replay, type Run, runsOf } from './replay.ts'
export { emptyDocument, textOf, writingSchema } from './schema.ts'
export type { Origin, RecordEntry, StepEntry } from './step.ts'
export { applyEntry, StepError } from './step.ts'
export { type Summary, summarise, summariseHistory } from './summary.ts'
export { type LengthPoint, layoutPlot, type PlacedSession, type Timeline, timelineOf } from './timeline.ts'
export type { DatedEntry, Receipt } from './times.ts'
