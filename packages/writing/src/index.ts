export type { Origin, RecordEntry, StepEntry } from './entry.ts'
export { emptyDocument, writingSchema } from './schema.ts'
export { textOf } from './text.ts'
