import type { Backup, BackupRun } from '@penmark/contract'
import type { KeptBackup } from '../../backup/kept-backups.ts'
import type { BackupRunRow } from './store.ts'

/** The last run on a backup verified it: the one that made it, or a later one. */
export function toBackup({ id, madeAt, madeBy, version, files, bytes }: KeptBackup, lastRun: BackupRunRow | null): Backup {
  const ended_at = lastRun?.ended_at ?? null
  return {
    id,
    made_at: madeAt.toISOString(),
    made_by: madeBy,
    version,
    files,
    size_bytes: bytes,
    verification:
      lastRun === null || ended_at === null ? null : { verified_at: ended_at.toISOString(), status_reason: lastRun.status_reason },
  }
}

export function toRun({ id, kind, backup_id, made_by, state, step, done_bytes, total_bytes, ...rest }: BackupRunRow): BackupRun {
  const { status_reason, created_at, ended_at } = rest
  return {
    id,
    kind,
    backup_id,
    made_by,
    state,
    step,
    done_bytes,
    total_bytes,
    status_reason,
    created_at: created_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
  }
}
