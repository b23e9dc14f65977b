import * as z from 'zod/mini'
import { Id, Time } from './scalars.ts'

/** What a call must say to erase an account, so that none does so by accident. The screen asks in the reader's language. */
export const erasureConfirmation = 'erase my account'

/**
 * What was erased of one account. It names nobody: it can be shown, kept and checked without saying whose account it was.
 * `sha256` is that of the UTF-8 JSON of `receipt`, without spaces, its fields in the order given here and those of `erased` by name.
 */
export const Erasure = z.object({
  id: Id,
  state: z.enum(['running', 'finished']),
  receipt: z.object({
    id: Id,
    started_at: Time,
    /** Null while it runs. */
    finished_at: z.nullable(Time),
    /** How many of each: `documents`, `files`, `texts`, `reports`, `students`… */
    erased: z.record(z.string(), z.int().check(z.nonnegative())),
    /** Whether the account to sign in with is gone too; another provider keeps its own. Null while it runs. */
    sign_in: z.nullable(z.enum(['erased', 'kept-by-provider'])),
  }),
  /** Null while it runs. */
  sha256: z.nullable(z.string()),
})
export type Erasure = z.infer<typeof Erasure>
