import type { Logger } from 'pino'
import type { SetupDependencies } from '../../installation/setup.ts'
import type { BackupsDependencies } from '../dependencies.ts'

export interface RestoresDependencies extends BackupsDependencies, SetupDependencies {
  logger: Logger
  /** Ends the product and starts it again in this process, as soon as what it is doing is done. */
  restart(): void
}
