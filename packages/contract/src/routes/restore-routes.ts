import * as z from 'zod/mini'
import { Restore, RestoreStart, RestoreTicket, restoreConfirmation } from '../administration/restores.ts'
import { defineRoute } from './route.ts'

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
    summary: 'The same on an installation that still waits for its administrator, with its setup code where it has one',
    input: z.extend(RestoreStart, { code: z.optional(z.string().check(z.trim(), z.maxLength(100))) }),
    reply: RestoreTicket,
  }),
  readRestore: defineRoute({
    method: 'GET',
    path: '/restores/:ticket',
    access: 'public',
    summary: 'How far a restore is, by the secret of its ticket: how much has arrived, and what the archive holds',
    input: byTicket,
    reply: Restore,
  }),
  sendRestorePart: defineRoute({
    method: 'PUT',
    path: '/restores/:ticket/parts',
    access: 'public',
    body: 'raw',
    summary: 'The bytes of the archive from `offset` on, at most 2 MiB; 409 unless exactly those before it have arrived',
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
