import type { DocumentStatus } from '@penmark/contract'

/** A status as the sentence shows it: the wire's own word, except where the specification names another. */
export function statusWords(status: DocumentStatus): string {
  return status === 'LIMIT_EXCEEDED' ? 'Limit Exceeded' : status
}
