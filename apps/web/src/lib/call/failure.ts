import { lmsGraceDays, Problem, type ProblemCode, problemStatus, Reason } from '@penmark/contract'
import i18next from 'i18next'
import * as z from 'zod/mini'

const FieldProblems = z.array(
  z.object({
    loc: z.array(z.union([z.string(), z.number()])),
    msg: z.string(),
    reason: z.optional(Reason),
  }),
)
const Failure = z.object({ code: z.optional(z.string()), detail: z.optional(z.unknown()) })

function codeOf(code: string | undefined, status: number): ProblemCode {
  if (code !== undefined && Object.hasOwn(problemStatus, code)) return code as ProblemCode
  const match = Object.entries(problemStatus).find(([, codeStatus]) => codeStatus === status)
  return match ? (match[0] as ProblemCode) : 'unexpected'
}

function bodyOf(text: string): z.infer<typeof Failure> {
  try {
    return Failure.parse(JSON.parse(text))
  } catch {
    // A proxy answered with its own page, so only the status is known.
    return {}
  }
}

/**
 * Reads an error response; a list of details becomes one sentence of "location: message". `retryAfter` is the
 * Retry-After header, in seconds.
 */
export function readFailure(
  status: number,
  statusText: string,
  body: string,
  retryAfter: string | null = null,
): Problem {
  const { code, detail } = bodyOf(body)
  const kind = codeOf(code, status)
  const fields = FieldProblems.safeParse(detail).data
  if (fields)
    return new Problem(kind, fields.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join(', '), { fields })
  const message = typeof detail === 'string' ? detail : detail == null ? '' : JSON.stringify(detail)
  if (message === '' && kind === 'allowance_exceeded')
    return new Problem(kind, i18next.t('problem:allowance'))
  if (kind === 'plan_required') return new Problem(kind, i18next.t('problem:plan', { days: lmsGraceDays }))
  const retryAfterSeconds = Number(retryAfter ?? Number.NaN)
  return new Problem(
    kind,
    message || statusText || `HTTP ${status}`,
    Number.isFinite(retryAfterSeconds) ? { retryAfterSeconds } : {},
  )
}

/** No response: no network, or the server is down. */
export function unreachable(cause?: unknown): Problem {
  return new Problem('busy', i18next.t('problem:unreachable'), { cause })
}

/** A response that does not match the contract. */
export function unreadable(cause: unknown): Problem {
  return new Problem('unexpected', i18next.t('problem:unreadable'), { cause })
}

/** A message for the user, whatever was thrown. */
export function detailOf(thrown: unknown): string {
  return thrown instanceof Problem ? thrown.message : i18next.t('problem:unexpected')
}
