import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { canBeId, classAddress } from '../../features/class-groups/addresses.ts'
import { useClassGroup } from '../../features/class-groups/queries.ts'
import { SharedPassages } from '../../features/overlap/shared-passages.tsx'
import { className } from '../../lib/names/names.ts'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { BackTo, PageHeader } from '../../ui/page-header/page-header.tsx'
import { SignedIn } from '../../ui/signed-in/signed-in.tsx'

export default function SharedPassagesPage() {
  const { t } = useTranslation('overlap')
  const { classId } = useParams()
  return (
    <SignedIn title={t('title')} required={t('loginRequired')}>
      {canBeId(classId) ? <SharedPassagesScreen key={classId} classId={classId} /> : <EmptyState drawing="lost">{t('invalid')}</EmptyState>}
    </SignedIn>
  )
}

function SharedPassagesScreen({ classId }: { classId: string }) {
  const { t } = useTranslation('overlap')
  const { data } = useClassGroup(classId)
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        back={<BackTo to={classAddress(classId)}>{data ? className(data) : t('back')}</BackTo>}
      />
      <SharedPassages compared={{ class_group_id: classId }} />
    </>
  )
}
