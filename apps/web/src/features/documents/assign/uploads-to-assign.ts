import { assignmentPanelAfterMs, type Document } from '@penmark/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Location, useLocation, useNavigate } from 'react-router'

type Uploaded = Pick<Document, 'id' | 'original_filename'>

const isUploaded = (value: unknown): value is Uploaded =>
  typeof value === 'object' && value !== null && 'id' in value && 'original_filename' in value

function readUploads(state: unknown): readonly Uploaded[] {
  if (typeof state !== 'object' || state === null || !('uploaded' in state) || !Array.isArray(state.uploaded)) return []
  return state.uploaded.filter(isUploaded)
}

/** Navigates to the documents page, where these documents wait to be assigned. */
export function usePassOnUploads(): (uploaded: readonly Uploaded[]) => void {
  const navigate = useNavigate()
  return useCallback((uploaded) => void navigate('/documents', { state: { uploaded } }), [navigate])
}

/** The documents that another page uploaded and handed over. A reload does not show them again. */
export function usePassedOnUploads(): readonly Uploaded[] {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation() as Location<unknown>
  const [uploaded] = useState(() => readUploads(state))
  const hasUploads = readUploads(state).length > 0
  useEffect(() => {
    if (hasUploads) void navigate(pathname + search, { replace: true, state: null })
  }, [hasUploads, navigate, pathname, search])
  return uploaded
}

const none: readonly Uploaded[] = []

/** The documents to show in the assignment panel: those that another page handed over, then those of each upload of several files. */
export function useAssignPanel(handedOver = none) {
  const [documents, setDocuments] = useState(handedOver)
  const timer = useRef<number>(undefined)
  const pending = useRef<readonly Uploaded[]>([])
  useEffect(() => () => window.clearTimeout(timer.current), [])

  const announce = useCallback((uploaded: readonly Uploaded[]) => {
    window.clearTimeout(timer.current)
    pending.current = [...pending.current, ...uploaded]
    timer.current = window.setTimeout(() => {
      const added = pending.current
      pending.current = []
      // Keep what an earlier upload left unassigned.
      setDocuments((before) => [...before, ...added])
    }, assignmentPanelAfterMs)
  }, [])
  const take = useCallback((ids: ReadonlySet<string>) => setDocuments((before) => before.filter(({ id }) => !ids.has(id))), [])
  const close = useCallback(() => setDocuments([]), [])
  return { documents, announce, take, close }
}
