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
