import * as z from 'zod/mini'
import { Time } from '../scalars.ts'
import { backupMakers } from './backups.ts'

/** How much of an archive is sent with one call. Small enough for a slow line, and to lose little when the line breaks. */
export const restorePartBytes = 2 * 1_024 * 1_024

/** What an administrator types before everything is replaced. */
export const restoreConfirmation = 'RESTORE'

/** The archive that somebody is about to send. The same name and size continue an upload that was interrupted. */
export const RestoreStart = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)),
  size_bytes: z.int().check(z.minimum(1)),
})

/** What a checked archive holds. */
export const BackupContents = z.object({
  made_at: Time,
  /** Unknown in backups of older versions. */
  made_by: z.nullable(z.enum(backupMakers)),
  version: z.string(),
  files: z.int(),
  size_bytes: z.int(),
  teachers: z.int(),
  documents: z.int(),
})
export type BackupContents = z.infer<typeof BackupContents>

/**
 * `uploading`: parts are missing. `checking`: every file is compared with its checksum. `ready`: it can be restored. `refused`: it cannot, and
 * nothing was changed. `restarting`: the product ends and starts again on the restored data. `restored`: it has. `failed`: it could not, and
 * works with the data from before.
 */
export const restoreStates = ['uploading', 'checking', 'ready', 'refused', 'restarting', 'restored', 'failed'] as const

export const Restore = z.object({
  state: z.enum(restoreStates),
  name: z.string(),
  size_bytes: z.int(),
  /** How much of the archive has arrived; the next part begins there. */
  received_bytes: z.int(),
  /** Of the check. */
  done_bytes: z.int(),
  total_bytes: z.int(),
  /** Null before the check has ended. */
  contents: z.nullable(BackupContents),
  /** Why it was refused, or has failed. */
  status_reason: z.nullable(z.string()),
})
export type Restore = z.infer<typeof Restore>

/** The ticket is the secret with which all further calls are made. */
export const RestoreTicket = z.object({ ticket: z.string(), restore: Restore })
export type RestoreTicket = z.infer<typeof RestoreTicket>
