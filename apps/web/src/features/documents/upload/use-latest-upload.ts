import type { Document } from '@penmark/contract'
import { useState } from 'react'
import type { UploadedDocument } from '../uploaded-document.ts'

/**
 * The id of the upload that these documents came in, once the list has them. It stays when they leave the
 * assignment panel.
 */
export function useLatestUpload(
  uploaded: readonly UploadedDocument[],
  listed: readonly Document[] | undefined,
): string | null {
  const [latest, setLatest] = useState<string | null>(null)
  const ids = new Set(uploaded.map(({ id }) => id))
  const found = listed?.find(({ id, batch_id }) => batch_id !== null && ids.has(id))?.batch_id ?? null
  if (found !== null && found !== latest) setLatest(found)
  return found ?? latest
}
