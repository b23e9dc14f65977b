import * as z from 'zod/mini'
import { Id, Time } from '../scalars.ts'

/** `waiting` for a worker, `making`, `ready` to be fetched until it expires, or `failed` for good. */
export const exportStates = ['waiting', 'making', 'ready', 'failed'] as const

/** An archive of everything that belongs to a teacher: the JSON of the export, files, texts and reports as PDF. */
export const ExportArchive = z.object({
  id: Id,
  state: z.enum(exportStates),
  documents_done: z.int(),
  /** Counted when the work begins. */
  documents_total: z.int(),
  /** Null until it is ready. */
  size_bytes: z.nullable(z.int()),
  created_at: Time,
  /** When it is erased; null until it is ready. */
  expires_at: z.nullable(Time),
})
export type ExportArchive = z.infer<typeof ExportArchive>

/** A link that downloads the archive without signing in, valid for a few minutes. */
export const ExportLink = z.object({ url: z.string(), expires_at: Time })
export type ExportLink = z.infer<typeof ExportLink>

export const exportTimes = { keepDays: 7, linkMinutes: 5 } as const

/** Confirmation that the call must contain, so that no account is erased by accident. The screen asks in the reader's language. */
export const erasureConfirmation = 'delete my account'

/**
 * Receipt of an erased account. It names nobody, so it can be shown and verified without revealing whose account it was. `sha256` is that
 * of `receipt` as UTF-8 JSON without spaces, with its fields in this order and those of `erased` sorted by name.
 */
export const Erasure = z.object({
  id: Id,
  state: z.enum(['running', 'finished']),
  receipt: z.object({
    id: Id,
    started_at: Time,
    /** Null while it runs. */
    finished_at: z.nullable(Time),
    /** Count of each kind: `documents`, `files`, `texts`, `reports`, `students`… */
    erased: z.record(z.string(), z.int().check(z.nonnegative())),
    /** Whether the sign-in account is deleted too; an external provider keeps its own. Null while it runs. */
    sign_in: z.nullable(z.enum(['erased', 'kept-by-provider'])),
  }),
  /** Null while it runs. */
  sha256: z.nullable(z.string()),
})
export type Erasure = z.infer<typeof Erasure>

/** Days from the upload of a document to its erasure. */
export const retentionDays = { least: 1, most: 3_650, offered: [30, 60, 90, 180, 365, 730, 1_095] } as const
/** Days' notice before documents are erased: usually, and at least. */
export const retentionNotice = { usualDays: 14, leastDays: 7 } as const

const Days = z.int().check(z.minimum(retentionDays.least), z.maximum(retentionDays.most))

/** When documents are erased automatically. Null keeps them until they are deleted by hand. */
export const RetentionInput = z.object({
  days: z.nullable(Days),
  /** Classes with a rule of their own; all others follow `days`. */
  classes: z.array(z.object({ class_group_id: z.string(), days: z.nullable(Days) })).check(z.maxLength(1_000)),
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
