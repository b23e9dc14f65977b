import { type FieldProblem, Problem, type ProblemCode, type Reason } from '@penmark/contract'
import { type ParamsArgument, type ParamsOf, type ReasonCode, reason, sentenceOf } from './reason.ts'

export interface ProblemOptions extends ErrorOptions {
  /** For `busy`: seconds after which to retry. */
  retryAfterSeconds?: number
}

/** Codes whose sentence names no value take an empty object in front of options. */
type Arguments<Code extends ReasonCode> =
  ParamsArgument<Code> extends []
    ? [params?: Record<string, never>, options?: ProblemOptions]
    : [params: ParamsOf<Code>, options?: ProblemOptions]

/** A failure that the caller is told, for a reason that is known already. */
export function problemOf(code: ProblemCode, why: Reason, options?: ProblemOptions): Problem {
  return new Problem(code, sentenceOf(why), { ...options, reason: why })
}

/** A failure that the caller is told: how the call ends, and why. */
export function problem<Code extends ReasonCode>(
  code: ProblemCode,
  why: Code,
  ...[params = {}, options]: Arguments<Code>
): Problem {
  return problemOf(code, { code: why, params }, options)
}

/** Input of which these fields, each named by its path, are wrong for one reason. */
export function invalidFields<Code extends ReasonCode>(
  paths: FieldProblem['loc'][],
  why: Code,
  ...params: ParamsArgument<Code>
): Problem {
  const because = reason(why, ...params)
  const msg = sentenceOf(because)
  const fields = paths.map((loc) => ({ loc, msg, reason: because }))
  return new Problem('invalid_input', `${paths.map((path) => path.join('.')).join(', ')}: ${msg}`, {
    fields,
    reason: because,
  })
}

export function invalidField<Code extends ReasonCode>(
  name: string,
  why: Code,
  ...params: ParamsArgument<Code>
): Problem {
  return invalidFields([[name]], why, ...params)
}
