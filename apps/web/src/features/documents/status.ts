import { type Document, type DocumentStatus, inProgress } from '@penmark/contract'
import type { Tone } from '../../ui/badge/badge.tsx'

/** Which screen asks: each has its own set of statuses that count as in progress. */
export type Screen = keyof typeof inProgress

export const toneOf: Record<DocumentStatus, Tone> = {
  COMPLETED: 'success',
  PROCESSING: 'warning',
  QUEUED: 'info',
  ERROR: 'error',
  LIMIT_EXCEEDED: 'warning',
  UPLOADED: 'neutral',
}

export function isInProgress(status: DocumentStatus, screen: Screen = 'documents'): boolean {
  return inProgress[screen].some((each) => each === status)
}

const unreadable: readonly DocumentStatus[] = ['QUEUED', 'PROCESSING', 'ERROR', 'LIMIT_EXCEEDED']

/** Whether the report can be opened. */
export function canView({ status }: Pick<Document, 'status'>): boolean {
  return !unreadable.includes(status)
}

/** Whether the row offers to assign the document: not before it has been read, and not where that failed. */
export function canAssign(document: Pick<Document, 'status'>): boolean {
  return canView(document)
}

export type Reprocessing = 'offered' | 'disabled' | 'hidden'

/** Reprocess is offered for any status except COMPLETED, and waits while a job runs. */
export function reprocessing({ status }: Pick<Document, 'status'>): Reprocessing {
  if (status === 'COMPLETED') return 'hidden'
  return isInProgress(status) ? 'disabled' : 'offered'
}

/** The documents that can be queued again: neither completed nor in progress. */
export function reprocessable<D extends Pick<Document, 'status'>>(documents: readonly D[]): D[] {
  return documents.filter((document) => reprocessing(document) === 'offered')
}

/** The uploaded documents, without those that the list shows as unreadable or over the allowance. */
export function withoutFailed<D extends Pick<Document, 'id'>>(uploaded: readonly D[], list: readonly Document[]): D[] {
  if (uploaded.length === 0) return []
  const failed = new Set(list.filter(({ status }) => !canView({ status }) && !isInProgress(status)).map(({ id }) => id))
  return uploaded.filter(({ id }) => !failed.has(id))
}
