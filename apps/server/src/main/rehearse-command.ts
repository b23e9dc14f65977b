import os from 'node:os'
import { newestBackup, rehearseRestore } from '../features/operations/index.ts'
import { commandLine, version } from '../lib/release.ts'
import { sentenceOf } from '../locale/problems/reason.ts'
import { diskSpaceOf } from '../services/system/system.ts'
import type { Config } from './config.ts'

/**
 * `restore --rehearse`: restores the newest backup beside the running installation, counts and opens what is
 * there, and removes it again.
 */
export async function rehearseCommand(config: Config, options: string[]): Promise<void> {
  if (options.length > 1)
    throw new Error(`Use "${commandLine('restore', '--rehearse')}". It takes the newest backup.`)
  const { dataDir, backupDir, databaseUrl, files } = config
  // The product that runs beside it comes first.
  os.setPriority(os.constants.priority.PRIORITY_LOW)
  const backup = await newestBackup(config)
  if (backup === null) throw new Error(`There is no backup in ${backupDir} whose restore could be rehearsed.`)
  const parts = { dataDir, backupDir, databaseUrl, files, version, readDisk: diskSpaceOf }
  const rehearsal = await rehearseRestore(parts, backup, new Date())
  if (rehearsal === null)
    throw new Error('The backup was deleted while its restore was rehearsed. Try again.')
  if (rehearsal.failure !== null) throw new Error(sentenceOf(rehearsal.failure))
  const { documents, files: counted, opened } = rehearsal
  console.log(
    `The backup of ${rehearsal.backup_made_at} was restored beside your data and is whole: ${documents} documents and ${counted} files, ${opened} of them opened. The restored copy is removed.`,
  )
}
