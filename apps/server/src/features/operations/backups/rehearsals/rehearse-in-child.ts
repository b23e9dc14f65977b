import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { reason } from '../../../../locale/problems/reason.ts'
import type { BackupFolders, StoredBackup } from '../../../../services/backup/stored-backups.ts'
import { type RehearsalTarget, removeLeftovers } from '../../../../services/backup/temporary-copy.ts'
import { type Rehearsal, readRehearsal, writeRehearsal } from '../rehearsal-result.ts'

/** How much of what the command prints is kept: its last words say why it ended. */
const keptCharacters = 2_000

/**
 * Runs this program's command in a process of its own, which gives way to this one. Returns what it
 * complained about.
 */
async function runCommand(signal: AbortSignal): Promise<{ succeeded: boolean; complaint: string }> {
  const args = [...process.execArgv, process.argv[1] ?? '', 'restore', '--rehearse']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const stop = () => child.kill()
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  let complaint = ''
  child.stderr.on('data', (data) => {
    complaint = (complaint + String(data)).slice(-keptCharacters)
  })
  try {
    await once(child, 'close')
    return { succeeded: child.exitCode === 0, complaint: complaint.trim() }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/**
 * Rehearses in a process of its own, and removes what that leaves behind if it is killed. Throws if this
 * process stops.
 */
export async function rehearseInChild(
  target: RehearsalTarget & BackupFolders,
  backup: StoredBackup,
  signal: AbortSignal,
): Promise<Rehearsal | null> {
  const begun = new Date()
  const { succeeded, complaint } = await runCommand(signal)
  await removeLeftovers(target)
  signal.throwIfAborted()
  const rehearsal = await readRehearsal(target.backupDir)
  if (rehearsal !== null && new Date(rehearsal.rehearsed_at) >= begun) return rehearsal
  if (succeeded) return null
  const failed: Rehearsal = {
    backup_id: backup.id,
    backup_made_at: backup.madeAt.toISOString(),
    rehearsed_at: begun.toISOString(),
    documents: 0,
    files: 0,
    opened: 0,
    failure: reason('rehearsal_failed', {
      error: complaint || 'the program that restores it ended without a word.',
    }),
  }
  await writeRehearsal(target.backupDir, failed)
  return failed
}
