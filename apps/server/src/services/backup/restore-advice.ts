import path from 'node:path'
import { commandLine } from '../../lib/release.ts'
import type { BackupFolders } from './stored-backups.ts'
import { listStoredBackups } from './stored-backups.ts'

const isInside = (folder: string, parent: string) => folder.startsWith(`${parent}${path.sep}`)

/**
 * For an operator whose database cannot be opened: which backup is the newest, and the commands that restore
 * it.
 */
export async function restoreAdvice({ dataDir, backupDir }: BackupFolders): Promise<string> {
  const [newest] = await listStoredBackups({ dataDir, backupDir })
  const aside = `${dataDir}.damaged`
  if (newest === undefined)
    return `There is no backup in ${backupDir}. To restore one that you keep elsewhere, move ${dataDir} out of the way and run: ${commandLine('restore', 'FOLDER')}`
  const { backupFolder, madeAt, files } = newest
  const source = isInside(backupFolder, dataDir)
    ? path.join(aside, path.relative(dataDir, backupFolder))
    : backupFolder
  return [
    `The newest backup is ${backupFolder}, made at ${madeAt.toISOString()}, with ${files} files. Every file is checked before it is restored:`,
    `  mv ${dataDir} ${aside}`,
    `  ${commandLine('restore', source)}`,
    `  ${commandLine('start')}`,
  ].join('\n')
}
