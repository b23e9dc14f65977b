import type { Document, DocumentStatus } from '@penmark/contract'
import { useEffect, useRef } from 'react'
import { isInProgress } from './status.ts'

interface Transitions {
  /** Words and count of documents seen in progress before and COMPLETED now; zeros for one that came and finished between two looks. */
  onCompleted: (words: number, documents: number) => void
  /** A document seen in progress did not fit into the allowance. */
  onLimitExceeded: (reason: string | null) => void
}

type Watched = Pick<Document, 'id' | 'status' | 'word_count' | 'status_reason'>

/** Tells what changed between two looks at the same list. Each document is told once, by id. */
export function useTransitions(documents: readonly Watched[] | undefined, { onCompleted, onLimitExceeded }: Transitions) {
  const seen = useRef<Map<string, DocumentStatus>>(null)
  const tell = useRef({ onCompleted, onLimitExceeded })
  useEffect(() => {
    tell.current = { onCompleted, onLimitExceeded }
  })
  useEffect(() => {
    if (!documents) return
    const before = seen.current
    seen.current = new Map([...(before ?? []), ...documents.map(({ id, status }) => [id, status] as const)])
    if (before === null) return
    const wasRunning = ({ id }: Watched) => {
      const status = before.get(id)
      return status !== undefined && isInProgress(status, 'dashboard')
    }
    const finished = documents.filter(({ id, status }) => status === 'COMPLETED' && before.get(id) !== 'COMPLETED')
    const counted = finished.filter(wasRunning)
    if (finished.length > 0) {
      tell.current.onCompleted(
        counted.reduce((words, { word_count }) => words + (word_count ?? 0), 0),
        counted.length,
      )
    }
    const over = documents.find((document) => document.status === 'LIMIT_EXCEEDED' && wasRunning(document))
    if (over) tell.current.onLimitExceeded(over.status_reason)
  }, [documents])
}
