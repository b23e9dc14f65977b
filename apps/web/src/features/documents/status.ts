import { type Document, inProgress, isCharged, type ReadStatus } from '@penmark/contract'
import { useEffect, useRef } from 'react'
import type { Tone } from '../../ui/badge/badge.tsx'

/** Which screen asks: each has its own set of statuses that count as in progress. */
export type Screen = keyof typeof inProgress

export const toneOf: Record<ReadStatus, Tone> = {
  COMPLETED: 'success',
  PROCESSING: 'warning',
  QUEUED: 'info',
  ERROR: 'error',
  LIMIT_EXCEEDED: 'warning',
  UPLOADED: 'neutral',
  UNKNOWN: 'neutral',
}

export function isInProgress(status: ReadStatus, screen: Screen = 'documents'): boolean {
  return inProgress[screen].some((running) => running === status)
}

const statusesWithoutReport: readonly ReadStatus[] = ['QUEUED', 'PROCESSING', 'ERROR', 'LIMIT_EXCEEDED']

/** Whether the report can be opened. */
export function canView({ status }: Pick<Document, 'status'>): boolean {
  return !statusesWithoutReport.includes(status)
}

/** Whether the row offers to assign the document: not before it has been read, and not where that failed. */
export function canAssign(document: Pick<Document, 'status'>): boolean {
  return canView(document)
}

type ReprocessAction = 'offered' | 'disabled' | 'hidden'

/** Reprocess is offered for any status except COMPLETED, and waits while a job runs. */
export function reprocessActionOf({ status }: Pick<Document, 'status'>): ReprocessAction {
  if (status === 'COMPLETED') return 'hidden'
  return isInProgress(status) ? 'disabled' : 'offered'
}

/** The documents that can be queued again: neither completed nor in progress. */
export function reprocessable<D extends Pick<Document, 'status'>>(documents: readonly D[]): D[] {
  return documents.filter((document) => reprocessActionOf(document) === 'offered')
}

/** Whether it could not be read, or exceeded the allowance. */
export function isFailed({ status }: Pick<Document, 'status'>): boolean {
  return !canView({ status }) && !isInProgress(status)
}

interface Transitions {
  /**
   * Words charged for documents that were in progress before and are COMPLETED now, and how many documents
   * those are. Both are zero for a document that appeared and finished between two polls.
   */
  onCompleted: (words: number, documents: number) => void
  /** A document exceeded the allowance: one that was in progress before, or that is new. */
  onLimitExceeded: (reason: string | null) => void
}

type WatchedDocument = Pick<
  Document,
  'id' | 'status' | 'finding' | 'word_count' | 'status_reason' | 'upload_timestamp'
> &
  Partial<Pick<Document, 'is_sample'>>

/** When the newest of them was uploaded, in milliseconds. */
const newestUpload = (documents: readonly WatchedDocument[]) =>
  documents.reduce((newestSeen, { upload_timestamp: at }) => Math.max(newestSeen, Date.parse(at)), 0)

/**
 * Reports changes between two polls of the list that `list` identifies. When that changes (another filter,
 * more pages), documents seen for the first time are not new. Each document is reported once, by id.
 */
export function useStatusChanges(
  documents: readonly WatchedDocument[] | undefined,
  { onCompleted, onLimitExceeded }: Transitions,
  list = '',
) {
  const seen = useRef<Map<string, ReadStatus>>(null)
  const newestSeen = useRef(0)
  const listSeen = useRef(list)
  const callbacks = useRef({ onCompleted, onLimitExceeded })
  useEffect(() => {
    callbacks.current = { onCompleted, onLimitExceeded }
  })
  useEffect(() => {
    if (!documents) return
    const isSameList = listSeen.current === list
    listSeen.current = list
    const before = seen.current ?? new Map<string, ReadStatus>()
    const isFirst = seen.current === null
    const newestBefore = newestSeen.current
    // A list may have thousands of rows, and few change between two polls.
    const changed = documents.filter(({ id, status }) => before.get(id) !== status)
    newestSeen.current = Math.max(newestBefore, newestUpload(changed))
    seen.current = before
    const rememberStatuses = () => {
      for (const { id, status } of changed) before.set(id, status)
    }
    if (isFirst) return rememberStatuses()
    const wasRunning = ({ id }: WatchedDocument) => {
      const status = before.get(id)
      return status !== undefined && isInProgress(status, 'dashboard')
    }
    const finished = changed.filter(
      ({ id, status }) => status === 'COMPLETED' && (isSameList || before.has(id)),
    )
    // Samples cost no words.
    const counted = finished.filter((document) => !document.is_sample && wasRunning(document))
    // A document refused between two polls is new; an old one may move into view when another leaves a short
    // list.
    const isNew = ({ id, upload_timestamp }: WatchedDocument) =>
      isSameList && !before.has(id) && Date.parse(upload_timestamp) > newestBefore
    const overLimit = changed.find(
      (document) => document.status === 'LIMIT_EXCEEDED' && (wasRunning(document) || isNew(document)),
    )
    rememberStatuses()
    if (finished.length > 0) {
      callbacks.current.onCompleted(
        counted.reduce(
          (words, document) => words + (isCharged(document) ? (document.word_count ?? 0) : 0),
          0,
        ),
        counted.length,
      )
    }
    if (overLimit) callbacks.current.onLimitExceeded(overLimit.status_reason)
  }, [documents, list])
}
