import { Problem } from '@penmark/contract'
import { detailOf } from '../../../lib/call/failure.ts'

/** Why a batch was not taken: one sentence for every failure of the server itself, a list of details as JSON, else the detail. */
export function messageOf(thrown: unknown, serverError: string): string {
  if (!(thrown instanceof Problem)) return detailOf(thrown)
  if (thrown.code === 'unexpected') return serverError
  return thrown.fields ? JSON.stringify(thrown.fields) : thrown.message
}
