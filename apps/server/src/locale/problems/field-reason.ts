import type { Reason } from '@penmark/contract'
import type { z } from 'zod'
import { isReasonCode, reason } from './reason.ts'

/**
 * Whether nothing was sent for the field. Zod does not report inputs here, because they may be a student's
 * text.
 */
function isMissing(input: unknown, path: readonly PropertyKey[]): boolean {
  const value = path.reduce<unknown>(
    (parent, step) => (typeof parent === 'object' && parent !== null ? Reflect.get(parent, step) : undefined),
    input,
  )
  return value === undefined || value === null || value === ''
}

/**
 * Why a field was refused. The contract's own checks carry a code as their message; those of zod are told
 * apart by kind.
 */
export function fieldReason(issue: z.core.$ZodIssue, input: unknown): Reason {
  if (isReasonCode(issue.message)) return { code: issue.message, params: {} }
  if (isMissing(input, issue.path)) return reason('field_missing')
  if (issue.code === 'too_big') {
    const most = Number(issue.maximum)
    if (issue.origin === 'string') return reason('field_too_long', { characters: most })
    return issue.origin === 'array' ? reason('field_too_many', { most }) : reason('field_too_high', { most })
  }
  if (issue.code === 'too_small') {
    const least = Number(issue.minimum)
    return issue.origin === 'array' ? reason('field_too_few', { least }) : reason('field_too_low', { least })
  }
  if (issue.code === 'invalid_value')
    return reason('field_not_listed', { values: issue.values.map(String).join(', ') })
  return reason('field_wrong')
}
