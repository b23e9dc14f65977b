import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { canBeId } from '../../features/class-groups/addresses.ts'
import { SharedPassages } from '../../features/overlap/shared-passages.tsx'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { BackTo, PageHeader } from '../../ui/page-header/page-header.tsx'
import { SignedIn } from '../../ui/signed-in/signed-in.tsx'

export default function UploadPassagesPage() {
  const { t } = useTranslation('overlap')
  const { batchId } = useParams()
  return (
    <SignedIn title={t('title')} required={t('loginRequired')}>
      <PageHeader title={t('title')} lead={t('lead.upload')} back={<BackTo to="/documents">{t('back.documents')}</BackTo>} />
      {canBeId(batchId) ? (
        <SharedPassages key={batchId} compared={{ batch_id: batchId }} />
      ) : (
        <EmptyState drawing="lost">{t('invalid')}</EmptyState>
      )}
    </SignedIn>
  )
}
