import { Problem } from '@penmark/contract'
import { detailOf } from '../../lib/call/failure.ts'

/** Whether an answer came that is not what the contract says. */
function isMisshapen(error: unknown): boolean {
  return error instanceof Problem && error.code === 'unexpected' && error.cause instanceof Error
}

/** What went wrong with the list of recent documents: the server's sentence, or that its answer has another shape. */
export function activityDetail(error: unknown, misshapen: string): string {
  return isMisshapen(error) ? misshapen : detailOf(error)
}
