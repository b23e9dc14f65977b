import { assignmentPanelAfterMs, type Document } from '@penmark/contract'
import { useCallback, useEffect, useRef, useState } from 'react'

type Uploaded = Pick<Document, 'id' | 'original_filename'>

const none: readonly Uploaded[] = []

/** The documents of the last upload of several files, once its panel should be shown, after those that another page handed over. */
export function useAssignPanel(handedOver = none) {
  const [documents, setDocuments] = useState(handedOver)
  const timer = useRef<number>(undefined)
  const due = useRef<readonly Uploaded[]>([])
  useEffect(() => () => window.clearTimeout(timer.current), [])

  const announce = useCallback((uploaded: readonly Uploaded[]) => {
    window.clearTimeout(timer.current)
    due.current = [...due.current, ...uploaded]
    timer.current = window.setTimeout(() => {
      const added = due.current
      due.current = []
      // Keep what an earlier upload left unassigned.
      setDocuments((before) => [...before, ...added])
    }, assignmentPanelAfterMs)
  }, [])
  const take = useCallback((ids: ReadonlySet<string>) => setDocuments((before) => before.filter(({ id }) => !ids.has(id))), [])
  const close = useCallback(() => setDocuments([]), [])
  return { documents, announce, take, close }
}
