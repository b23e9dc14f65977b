import { assignmentPanelAfterMs } from '@penmark/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Location, useLocation, useNavigate } from 'react-router'
import type { UploadedDocument } from '../uploaded-document.ts'

const isUploadedDocument = (value: unknown): value is UploadedDocument =>
  typeof value === 'object' && value !== null && 'id' in value && 'original_filename' in value

function readUploads(state: unknown): readonly UploadedDocument[] {
  if (typeof state !== 'object' || state === null || !('uploaded' in state) || !Array.isArray(state.uploaded))
    return []
  return state.uploaded.filter(isUploadedDocument)
}

/** Opens the documents page with these documents in its assignment panel. */
export function useOpenAssignPanel(): (uploaded: readonly UploadedDocument[]) => void {
  const navigate = useNavigate()
  return useCallback((uploaded) => void navigate('/documents', { state: { uploaded } }), [navigate])
}

/** The documents that `useOpenAssignPanel` brought from another page. A reload does not show them again. */
export function useUploadsFromOtherPage(): readonly UploadedDocument[] {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation() as Location<unknown>
  const [uploaded] = useState(() => readUploads(state))
  const hasUploads = readUploads(state).length > 0
  useEffect(() => {
    if (hasUploads) void navigate(pathname + search, { replace: true, state: null })
  }, [hasUploads, navigate, pathname, search])
  return uploaded
}

const none: readonly UploadedDocument[] = []

/**
 * The documents in the assignment panel: `initial` ones, then those that are added after each upload of
 * several files.
 */
export function useAssignPanel(initial = none) {
  const [documents, setDocuments] = useState(initial)
  const timer = useRef<number>(undefined)
  const pending = useRef<readonly UploadedDocument[]>([])
  useEffect(() => () => window.clearTimeout(timer.current), [])

  // The specification (part 2, section 9) sets the delay. Uploads that end meanwhile join these.
  const add = useCallback((uploaded: readonly UploadedDocument[]) => {
    window.clearTimeout(timer.current)
    pending.current = [...pending.current, ...uploaded]
    timer.current = window.setTimeout(() => {
      const added = pending.current
      pending.current = []
      // Keep what an earlier upload left unassigned.
      setDocuments((before) => [...before, ...added])
    }, assignmentPanelAfterMs)
  }, [])
  const remove = useCallback((ids: ReadonlySet<string>) => {
    const isKept = ({ id }: UploadedDocument) => !ids.has(id)
    pending.current = pending.current.filter(isKept)
    setDocuments((before) => before.filter(isKept))
  }, [])
  const close = useCallback(() => setDocuments([]), [])
  return { documents, add, remove, close }
}
