import type { BatchUpload } from '@penmark/contract'
import type { i18n, TFunction } from 'i18next'
import { toast } from '../../../ui/toast/toast.tsx'
import { listTypes, severalFiles } from '../file-rules.ts'

/** More names than these are only counted. */
const maxNames = 5

/** Names the files of an upload that the server refused. */
export function announceSkipped(
  skipped: BatchUpload['skipped'],
  t: TFunction<'documents'>,
  locale: Pick<i18n, 'language'>,
): void {
  if (skipped.length === 0) return
  const names = skipped.slice(0, maxNames).map(({ filename }) => filename)
  toast.error(
    t('upload.skipped', {
      count: skipped.length,
      names: [...names, ...(skipped.length > maxNames ? ['…'] : [])].join(', '),
      types: listTypes(severalFiles, locale, 'conjunction'),
    }),
  )
}
