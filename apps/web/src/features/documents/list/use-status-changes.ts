import type { Document, DocumentStatus } from '@penmark/contract'
import { useEffect, useRef } from 'react'
import { isInProgress } from '../status.ts'

interface Transitions {
  /**
   * Words that were charged for documents seen in progress before and COMPLETED now, and how many documents those are; zeros for one that came
   * and finished between two looks.
   */
  onCompleted: (words: number, documents: number) => void
  /** A document did not fit into the allowance: one seen in progress before, or one that came since the last look. */
  onLimitExceeded: (reason: string | null) => void
}

type Watched = Pick<Document, 'id' | 'status' | 'finding' | 'word_count' | 'status_reason' | 'upload_timestamp'> &
  Partial<Pick<Document, 'is_sample'>>

/** When the newest of them was uploaded, in milliseconds. */
const newestOf = (documents: readonly Watched[]) =>
  documents.reduce((newest, { upload_timestamp: at }) => Math.max(newest, Date.parse(at)), 0)

/**
 * Tells what changed between two looks at a list, named by `list`. Under another name (another filter, more pages) what was not there before is
 * not new. Each document is told once, by id.
 */
export function useStatusChanges(documents: readonly Watched[] | undefined, { onCompleted, onLimitExceeded }: Transitions, list = '') {
  const seen = useRef<Map<string, DocumentStatus>>(null)
  const newest = useRef(0)
  const listSeen = useRef(list)
  const tell = useRef({ onCompleted, onLimitExceeded })
  useEffect(() => {
    tell.current = { onCompleted, onLimitExceeded }
  })
  useEffect(() => {
    if (!documents) return
    const sameList = listSeen.current === list
    listSeen.current = list
    const before = seen.current ?? new Map<string, DocumentStatus>()
    const isFirst = seen.current === null
    const newestBefore = newest.current
    // A list may be thousands long, and hardly any of it changes between two looks.
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
    // A quick refusal comes between two looks; an old one may come into sight when another document leaves a short list.
    const isNew = ({ id, upload_timestamp }: Watched) => sameList && !before.has(id) && Date.parse(upload_timestamp) > newestBefore
    const over = changed.find((document) => document.status === 'LIMIT_EXCEEDED' && (wasRunning(document) || isNew(document)))
    keep()
    if (finished.length > 0) {
      tell.current.onCompleted(
        counted.reduce((words, { word_count, finding }) => words + (finding === 'unsupported-language' ? 0 : (word_count ?? 0)), 0),
        counted.length,
      )
    }
    if (over) tell.current.onLimitExceeded(over.status_reason)
  }, [documents, list])
}
