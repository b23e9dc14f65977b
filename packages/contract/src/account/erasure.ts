import * as z from 'zod/mini'
import { Id, Time } from '../scalars.ts'

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
