import type { Reason } from './values/reason.ts'

/**
 * Every way a call can fail, with its HTTP status. The set is closed: a new failure is a new row here, or it
 * is `unexpected`.
 */
export const problemStatus = {
  not_signed_in: 401,
  not_allowed: 403,
  /** Part of a plan that the account does not have. */
  plan_required: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_file: 415,
  invalid_input: 422,
  // 429 means "allowance exceeded" and nothing else: the web opens the upgrade dialog on it. Throttling
  // answers 503.
  allowance_exceeded: 429,
  unexpected: 500,
  busy: 503,
  storage_full: 507,
} as const

export type ProblemCode = keyof typeof problemStatus

/** One invalid field: `loc` is its path in the input, `msg` a sentence that a person can act on. */
export interface FieldProblem {
  loc: (string | number)[]
  msg: string
  reason?: Reason | undefined
}

interface ProblemOptions extends ErrorOptions {
  fields?: FieldProblem[]
  reason?: Reason | undefined
  retryAfterSeconds?: number
}

/**
 * A failure shown to the user. `detail` is a sentence for the teacher; `fields` is set only for invalid
 * input.
 */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly fields: FieldProblem[] | undefined
  /** Undefined if the failure has none of its own, for example because a proxy answered. */
  readonly reason: Reason | undefined
  /** For `busy`: seconds after which to retry. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: ProblemCode, detail: string, options?: ProblemOptions) {
    super(detail, options)
    this.code = code
    this.fields = options?.fields
    this.reason = options?.reason
    this.retryAfterSeconds = options?.retryAfterSeconds
  }

  get status(): number {
    return problemStatus[this.code]
  }
}
