import type { DocumentStatus } from '@penmark/contract'

/** A status as the sentence shows it: UNKNOWN where it is missing, else the wire's own word, except where the specification names another. */
export function statusWords(status: DocumentStatus | undefined): string {
  if (status === undefined) return 'UNKNOWN'
  return status === 'LIMIT_EXCEEDED' ? 'Limit Exceeded' : status
}
