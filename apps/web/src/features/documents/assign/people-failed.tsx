import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../lib/call/failure.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import type { People } from './people.ts'

/** Says why there is nobody to choose from. */
export function PeopleFailed({ people: { failure } }: { people: People }) {
  const { t } = useTranslation('documents')
  if (failure === null) return null
  return (
    <Notice tone="error">
      <p>{t('choose.failed', { detail: detailOf(failure) })}</p>
    </Notice>
  )
}
