import type { Document, DocumentStatus } from '@penmark/contract'
import { useEffect, useRef } from 'react'
import { isInProgress } from '../status.ts'

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
