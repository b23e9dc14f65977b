import { routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import type { BackupsDependencies } from './dependencies.ts'
import { createBackupLink, deleteBackup, fetchBackup, listBackups, startBackup, startVerification } from './keep-backups.ts'
import { saveSchedule } from './read-schedule.ts'

export function bindBackups({ bind, bindPublic }: Binder, dependencies: BackupsDependencies): void {
  bind(routes.listBackups, () => listBackups(dependencies))
  bind(routes.makeBackup, (_input, caller) => startBackup(dependencies, caller, new Date()))
  bind(routes.verifyBackup, ({ id }, caller) => startVerification(dependencies, id, caller, new Date()))
  bind(routes.createBackupLink, ({ id }, caller) => createBackupLink(dependencies, id, caller, new Date()))
  bind(routes.deleteBackup, ({ id }, caller) => deleteBackup(dependencies, id, caller))
  bind(routes.saveBackupSchedule, (schedule, caller) => saveSchedule(dependencies.database, schedule, caller, new Date()))
  bindPublic(routes.fetchBackup, ({ ticket }) => fetchBackup(dependencies, ticket))
}
