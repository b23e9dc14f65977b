import * as z from 'zod/mini'
import { Id, Time } from '../values/scalars.ts'

/** Days from the upload of a document to its erasure. */
export const retentionDays = { least: 1, most: 3_650, offered: [30, 60, 90, 180, 365, 730, 1_095] } as const
/** Days' notice before documents are erased: usually, and at least. */
export const retentionNotice = { usualDays: 14, leastDays: 7 } as const

const Days = z.int().check(z.minimum(retentionDays.least), z.maximum(retentionDays.most))

/** When documents are erased automatically. Null keeps them until they are deleted by hand. */
export const RetentionInput = z.object({
  days: z.nullable(Days),
  /** Classes with a rule of their own; all others follow `days`. */
  classes: z
    .array(z.object({ class_group_id: z.string(), days: z.nullable(Days) }))
    .check(z.maxLength(1_000)),
  /** Language of the announcement emails. */
  language: z.optional(z.string().check(z.maxLength(35))),
})
export type RetentionInput = z.infer<typeof RetentionInput>

/** Documents announced for erasure. */
const Upcoming = z.object({ documents: z.int(), first_at: Time, last_at: Time })

export const Retention = z.object({
  days: z.nullable(z.int()),
  classes: z.array(z.object({ class_group_id: Id, days: z.nullable(z.int()) })),
  /** Null when nothing is to be erased soon. */
  upcoming: z.nullable(Upcoming),
})
export type Retention = z.infer<typeof Retention>

/** Effect of a changed setting: documents already old enough, and when the first would be erased. */
export const RetentionPreview = z.object({ overdue: z.int(), first_at: z.nullable(Time) })
export type RetentionPreview = z.infer<typeof RetentionPreview>
