import * as z from 'zod/mini'
import { Time } from './scalars.ts'

/** How the teacher's findings of this term ended: cases opened from a report with an AI finding, by their latest decision. */
export const FindingRecord = z.object({
  /** The term: a fixed number of days that ends now. */
  from: Time,
  to: Time,
  decided: z.int(),
  cleared: z.int(),
})
export type FindingRecord = z.infer<typeof FindingRecord>
