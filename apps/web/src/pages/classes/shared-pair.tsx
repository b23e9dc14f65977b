import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { canBeId } from '../../features/class-groups/addresses.ts'
import { sharedPassagesAddress } from '../../features/overlap/addresses.ts'
import { PairScreen } from '../../features/overlap/pair-screen.tsx'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { BackTo, PageHeader } from '../../ui/page-header/page-header.tsx'
import { SignedIn } from '../../ui/signed-in/signed-in.tsx'

/** A pair of a class or of an upload. */
export default function SharedPairPage() {
  const { t } = useTranslation('overlap')
  const { classId, batchId, pairId } = useParams()
  const compared = canBeId(classId) ? { class_group_id: classId } : canBeId(batchId) ? { batch_id: batchId } : null
  return (
    <SignedIn title={t('pair.title')} required={t('loginRequired')}>
      {compared !== null && canBeId(pairId) ? (
        <>
          <PageHeader title={t('pair.title')} back={<BackTo to={sharedPassagesAddress(compared)}>{t('pair.back')}</BackTo>} />
          <PairScreen key={pairId} pairId={pairId} />
        </>
      ) : (
        <EmptyState drawing="lost">{t('invalid')}</EmptyState>
      )}
    </SignedIn>
  )
}
