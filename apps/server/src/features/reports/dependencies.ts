import type { Database } from '../../database/database.ts'
import type { Owner } from '../../http/caller.ts'
import type { Pipeline } from '../../pipeline/pipeline.ts'
import type { PrintedWriting } from '../../print/messages.ts'
import type { Printer } from '../../print/printer.ts'

/** What the actions on reports need. */
export interface ReportsDependencies {
  database: Database
  printer: Printer
  /** How the text of a document came to be, which a layer above knows; null unless it was handed in from a writing task. */
  readWriting: (id: string, owner: Owner) => Promise<PrintedWriting | null>
  /** The active detector. */
  detector: Pick<Pipeline['detector'], 'modelHash' | 'minimumWords'>
  judge: Pipeline['report']
}

/** What printing a report needs. */
export type PrintDependencies = Pick<ReportsDependencies, 'database' | 'printer' | 'readWriting'>
