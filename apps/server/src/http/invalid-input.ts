import { Problem } from '@penmark/contract'
import type { z } from 'zod'
import { fieldReason } from '../locale/problems/field-reason.ts'
import { sentenceOf } from '../locale/problems/reason.ts'

/** `{loc, msg, reason}` per faulty field. */
export function invalidInput(error: z.core.$ZodError, input: unknown): Problem {
  const fields = error.issues.map((issue) => {
    const why = fieldReason(issue, input)
    return {
      loc: issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step)),
      msg: sentenceOf(why),
      reason: why,
    }
  })
  return new Problem('invalid_input', fields.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; '), {
    cause: error,
    fields,
  })
}
