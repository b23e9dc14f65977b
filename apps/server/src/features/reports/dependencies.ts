import type { Database } from '../../database/database.ts'
import type { Pipeline } from '../../pipeline/pipeline.ts'
import type { Printer } from '../../print/printer.ts'

/** What the actions on reports need. */
export interface ReportsDependencies {
  database: Database
  printer: Printer
  /** The active detector. */
  detector: Pick<Pipeline['detector'], 'modelHash' | 'minimumWords'>
  judge: Pipeline['report']
}
