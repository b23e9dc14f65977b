// Running an installation: setup, administration, backups, retention, exports and erasure. The only way in
// for other features and for main.
export { bindAdministration } from './administration/administration.ts'
export { bindAnalytics } from './analytics/analytics.ts'
export { bindBackups } from './backups/backups.ts'
export type { BackupSettings } from './backups/readiness.ts'
export { rehearsalWarnings } from './backups/rehearsal-result.ts'
export { newestBackup, rehearseRestore } from './backups/rehearsals/rehearse.ts'
export { rehearseInChild } from './backups/rehearsals/rehearse-in-child.ts'
export { rehearseWeekly } from './backups/rehearsals/rehearse-weekly.ts'
export { bindRestores, recordRestore } from './backups/restores/restores.ts'
export { backupWarnings } from './backups/schedule.ts'
export { backupWorker, runSchedule, sendMissingBackups } from './backups/work-backups.ts'
export {
  bindErasure,
  deleteOldSubjects,
  erasureWorker,
  isErasedSince,
  sendMissingErasures,
} from './erasure/erasure.ts'
export { bindExports } from './exports/exports.ts'
export { expireExports, exportWorker, sendMissingExports } from './exports/work-exports.ts'
export { bindInstallation } from './installation/installation.ts'
export {
  agreeOnInstallation,
  findFiles,
  InstallationMismatchError,
  isOneInstallation,
} from './installation/installation-id.ts'
export { setupNotice } from './installation/setup.ts'
export { bindMails } from './mails/mails.ts'
export { applyRetention, bindRetention } from './retention/retention.ts'
export { importNightly, importWarnings } from './teacher-imports/import-nightly.ts'
export { bindTeacherImports, type NightlyList } from './teacher-imports/teacher-imports.ts'
export { fileRows } from './upkeep/file-rows.ts'
export { recordRestored, sweepWarnings } from './upkeep/held-sweep.ts'
export { bindOperations, type ReadDisk } from './upkeep/operations.ts'
export { checkStandings } from './upkeep/standings/check-standings.ts'
export { countStandings } from './upkeep/standings/count-standings.ts'
export { sweepFiles, sweepJob } from './upkeep/sweep-files.ts'
