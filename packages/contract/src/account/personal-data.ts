import * as z from 'zod/mini'
import { Id, Time } from '../values/scalars.ts'

/** `waiting` for a worker, `making`, `ready` to be fetched until it expires, or `failed` for good. */
export const exportStates = ['waiting', 'making', 'ready', 'failed'] as const

/** Why a disk takes nothing: it is full, or nobody may write on it. */
export const writeFaults = ['full', 'read-only'] as const
export type WriteFault = (typeof writeFaults)[number]

/**
 * An archive of everything that belongs to a teacher: the JSON of the export, files, texts and reports as
 * PDF.
 */
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
  /** Why the last attempt could not store it, if the disk was the cause. */
  write_fault: z.nullable(z.enum(writeFaults)),
})
export type ExportArchive = z.infer<typeof ExportArchive>

/** A link that downloads the archive without signing in, valid for a few minutes. */
export const ExportLink = z.object({ url: z.string(), expires_at: Time })
export type ExportLink = z.infer<typeof ExportLink>

export const exportTimes = { keepDays: 7, linkMinutes: 5 } as const

/**
 * Confirmation that the call must contain, so that no account is erased by accident. The screen asks in the
 * reader's language.
 */
export const erasureConfirmation = 'delete my account'

/**
 * Receipt of an erased account. It names nobody, so it can be shown and verified without revealing whose
 * account it was. `sha256` is that of `receipt` as UTF-8 JSON without spaces, with its fields in this order
 * and those of `erased` sorted by name.
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
