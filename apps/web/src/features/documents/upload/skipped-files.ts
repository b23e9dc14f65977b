import type { BatchUpload } from '@penmark/contract'
import type { TFunction } from 'i18next'
import { toast } from '../../../ui/toast/toast.ts'

/** More names than these are only counted. */
const named = 5

/** Names the files of an upload that the server refused. */
export function announceSkipped(skipped: BatchUpload['skipped'], t: TFunction<'documents'>): void {
  if (skipped.length === 0) return
  const names = skipped.slice(0, named).map(({ filename }) => filename)
  toast.error(t('upload.skipped', { count: skipped.length, names: [...names, ...(skipped.length > named ? ['…'] : [])].join(', ') }))
}
