import * as z from 'zod/mini'
import { defineRoute, limit, offset } from './calls/route.ts'
import { listLimits } from './values/limits.ts'
import { Deleted, Id, Time } from './values/scalars.ts'

/** How long what was deleted stays in the bin before it is erased. */
export const binKeepDays = 30

/** How long the message about a deletion offers to undo it. */
export const undoForMs = 10_000

export const binKinds = ['document', 'student', 'class', 'writing-task', 'case'] as const
const BinKind = z.enum(binKinds)
export type BinKind = z.infer<typeof BinKind>

/** Something that was deleted and can be restored. Its id is the one that it had, and will have again. */
export const BinItem = z.object({
  id: Id,
  kind: BinKind,
  /** The name it had: of the file, the student, the class or the task; a case has its student's. */
  name: z.string(),
  deleted_at: Time,
  /** When it is erased for good. */
  erased_at: Time,
})
export type BinItem = z.infer<typeof BinItem>

/** What could not come back as it was, because something newer has the same name or the same external ID. */
const RestoreChange = z.enum(['class_name', 'external_student_id'])
export type RestoreChange = z.infer<typeof RestoreChange>

export const Restored = z.object({
  id: Id,
  kind: BinKind,
  /** The name it has now. */
  name: z.string(),
  changed: z.array(RestoreChange),
})
export type Restored = z.infer<typeof Restored>

const byId = z.object({ id: z.string() })

export const binRoutes = {
  listBin: defineRoute({
    method: 'GET',
    path: '/bin',
    access: 'teacher',
    summary: `What was deleted in the last ${binKeepDays} days, the newest first`,
    input: z.object({ offset, limit: z._default(limit, listLimits.usual) }),
    reply: z.object({ items: z.array(BinItem), total: z.int() }),
  }),
  restoreBinItem: defineRoute({
    method: 'POST',
    path: '/bin/:id/restore',
    access: 'teacher',
    summary: 'Undo a deletion: everything comes back under the same id, with what belonged to it',
    input: byId,
    reply: Restored,
  }),
  eraseBinItem: defineRoute({
    method: 'DELETE',
    path: '/bin/:id',
    access: 'teacher',
    summary: 'Erase something in the bin for good, at once',
    input: byId,
    reply: Deleted,
  }),
}
