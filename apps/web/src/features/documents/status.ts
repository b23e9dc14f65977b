import { type Document, type DocumentStatus, inProgress } from '@penmark/contract'
import { useEffect, useRef } from 'react'
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

type Reprocessing = 'offered' | 'disabled' | 'hidden'

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

interface Transitions {
  /**
   * Words charged for documents that were in progress before and are COMPLETED now, and how many documents those are; zeros for one that
   * came and finished between two polls.
   */
  onCompleted: (words: number, documents: number) => void
  /** A document exceeded the allowance: one that was in progress before, or that is new. */
  onLimitExceeded: (reason: string | null) => void
}

type Watched = Pick<Document, 'id' | 'status' | 'finding' | 'word_count' | 'status_reason' | 'upload_timestamp'> &
  Partial<Pick<Document, 'is_sample'>>

/** When the newest of them was uploaded, in milliseconds. */
const newestOf = (documents: readonly Watched[]) =>
  documents.reduce((newest, { upload_timestamp: at }) => Math.max(newest, Date.parse(at)), 0)

/**
 * Reports changes between two polls of a list, identified by `list`. Under another name (another filter, more pages) unknown documents are
 * not new. Each document is reported once, by id.
 */
export function useStatusChanges(documents: readonly Watched[] | undefined, { onCompleted, onLimitExceeded }: Transitions, list = '') {
  const seen = useRef<Map<string, DocumentStatus>>(null)
  const newest = useRef(0)
  const listSeen = useRef(list)
  const callbacks = useRef({ onCompleted, onLimitExceeded })
  useEffect(() => {
    callbacks.current = { onCompleted, onLimitExceeded }
  })
  useEffect(() => {
    if (!documents) return
    const sameList = listSeen.current === list
    listSeen.current = list
    const before = seen.current ?? new Map<string, DocumentStatus>()
    const isFirst = seen.current === null
    const newestBefore = newest.current
    // A list may have thousands of rows, and few change between two polls.
    const changed = documents.filter(({ id, status }) => before.get(id) !== status)
    newest.current = Math.max(newestBefore, newestOf(changed))
    seen.current = before
    const keep = () => {
      for (const { id, status } of changed) before.set(id, status)
    }
    if (isFirst) return keep()
    const wasRunning = ({ id }: Watched) => {
      const status = before.get(id)
      return status !== undefined && isInProgress(status, 'dashboard')
    }
    const finished = changed.filter(({ id, status }) => status === 'COMPLETED' && (sameList || before.has(id)))
    // Samples cost no words.
    const counted = finished.filter((document) => !document.is_sample && wasRunning(document))
    // A document refused between two polls is new; an old one may move into view when another leaves a short list.
    const isNew = ({ id, upload_timestamp }: Watched) => sameList && !before.has(id) && Date.parse(upload_timestamp) > newestBefore
    const over = changed.find((document) => document.status === 'LIMIT_EXCEEDED' && (wasRunning(document) || isNew(document)))
    keep()
    if (finished.length > 0) {
      callbacks.current.onCompleted(
        counted.reduce((words, { word_count, finding }) => words + (finding === 'unsupported-language' ? 0 : (word_count ?? 0)), 0),
        counted.length,
      )
    }
    if (over) callbacks.current.onLimitExceeded(over.status_reason)
  }, [documents, list])
}
