import * as z from 'zod/mini'
import { defineRoute } from '../calls/route.ts'
import { Reason } from '../values/reason.ts'
import { Time } from '../values/scalars.ts'
import { backupMakers } from './backups.ts'

/**
 * How much of an archive is sent with one call. Small enough for a slow line, and to lose little when the
 * line breaks.
 */
export const restorePartBytes = 2 * 1_024 * 1_024

/** What an administrator types before everything is replaced. */
export const restoreConfirmation = 'RESTORE'

/** The archive that is about to be sent. The same name and size continue an upload that was interrupted. */
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
 * `uploading`: parts are missing. `checking`: every file is compared with its checksum. `ready`: it can be
 * restored. `refused`: it cannot, and nothing was changed. `restarting`: the product ends and starts again on
 * the restored data. `restored`: it has. `failed`: it could not, and works with the data from before.
 */
export const restoreStates = [
  'uploading',
  'checking',
  'ready',
  'refused',
  'restarting',
  'restored',
  'failed',
] as const

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
  failure: z.nullable(Reason),
})
export type Restore = z.infer<typeof Restore>

/** The ticket is the secret with which all further calls are made. */
export const RestoreTicket = z.object({ ticket: z.string(), restore: Restore })
export type RestoreTicket = z.infer<typeof RestoreTicket>

const byTicket = z.object({ ticket: z.string() })

/** Calls that restore a downloaded backup, from the admin area or the first page of an empty installation. */
export const restoreRoutes = {
  beginRestore: defineRoute({
    method: 'POST',
    path: '/admin/restores',
    access: 'administrator',
    success: 201,
    summary: 'Begin to send the archive of a backup, or continue it; it replaces an unfinished one',
    input: RestoreStart,
    reply: RestoreTicket,
  }),
  beginFirstRestore: defineRoute({
    method: 'POST',
    path: '/setup/restores',
    access: 'public',
    success: 201,
    summary:
      'The same on an installation that still waits for its administrator, with its setup code where it has one',
    input: z.extend(RestoreStart, { code: z.optional(z.string().check(z.trim(), z.maxLength(100))) }),
    reply: RestoreTicket,
  }),
  readRestore: defineRoute({
    method: 'GET',
    path: '/restores/:ticket',
    access: 'public',
    summary:
      'How far a restore is, by the secret of its ticket: how much has arrived, and what the archive holds',
    input: byTicket,
    reply: Restore,
  }),
  sendRestorePart: defineRoute({
    method: 'PUT',
    path: '/restores/:ticket/parts',
    access: 'public',
    body: 'raw',
    summary:
      'The bytes of the archive from `offset` on, at most 2 MiB; 409 unless exactly those before it have arrived',
    input: z.object({ ticket: z.string(), offset: z.coerce.number().check(z.int(), z.minimum(0)) }),
    reply: Restore,
  }),
  cancelRestore: defineRoute({
    method: 'DELETE',
    path: '/restores/:ticket',
    access: 'public',
    summary: 'Give a restore up that has not begun to replace anything, and delete what was sent',
    input: byTicket,
    reply: z.object({ cancelled: z.literal(true) }),
  }),
  applyRestore: defineRoute({
    method: 'POST',
    path: '/admin/restores/:ticket/apply',
    access: 'administrator',
    success: 202,
    summary: 'Replace everything on this installation with the checked archive; the product starts again',
    input: z.extend(byTicket, { confirmation: z.literal(restoreConfirmation) }),
    reply: Restore,
  }),
  applyFirstRestore: defineRoute({
    method: 'POST',
    path: '/restores/:ticket/apply',
    access: 'public',
    success: 202,
    summary: 'The same on an installation that still waits for its administrator; 409 once it has one',
    input: byTicket,
    reply: Restore,
  }),
} as const
