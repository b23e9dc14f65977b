import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { useClassGroup } from '../../features/classes/class-groups/queries.ts'
import { AddSource } from '../../features/similarity/sources/add-source.tsx'
import { SourceList } from '../../features/similarity/sources/source-list.tsx'
import { SourceScreen } from '../../features/similarity/sources/source-screen.tsx'
import { canBeId, classAddress } from '../../lib/addresses/addresses.ts'
import { className } from '../../lib/format/format.ts'
import { BackTo, PageHeader } from '../../ui/page-header/page-header.tsx'
import { EmptyState } from '../../ui/page-state/page-state.tsx'
import { SignedIn } from '../../ui/signed-in/signed-in.tsx'

/** The texts that the documents of a class are compared with. */
export function SourcesPage() {
  const { t } = useTranslation('overlap')
  const { classId } = useParams()
  return (
    <SignedIn title={t('sources.title')} required={t('loginRequired')}>
      {canBeId(classId) ? (
        <SourcesScreen key={classId} classId={classId} />
      ) : (
        <EmptyState drawing="lost">{t('invalid')}</EmptyState>
      )}
    </SignedIn>
  )
}

function SourcesScreen({ classId }: { classId: string }) {
  const { t } = useTranslation('overlap')
  const { data } = useClassGroup(classId)
  return (
    <>
      <PageHeader
        title={t('sources.title')}
        lead={t('sources.lead')}
        back={<BackTo to={classAddress(classId)}>{data ? className(data) : t('back')}</BackTo>}
      />
      <SourceList classId={classId} />
      <AddSource classId={classId} />
    </>
  )
}

/** A document and a source side by side. */
export function SourcePairPage() {
  const { t } = useTranslation('overlap')
  const { documentId, matchId } = useParams()
  return (
    <SignedIn title={t('sources.pair.title')} required={t('loginRequired')}>
      {canBeId(documentId) && canBeId(matchId) ? (
        <>
          <PageHeader
            title={t('sources.pair.title')}
            back={
              <BackTo to={`/documents/${encodeURIComponent(documentId)}/report`}>
                {t('pair.backToReport')}
              </BackTo>
            }
          />
          <SourceScreen key={matchId} matchId={matchId} />
        </>
      ) : (
        <EmptyState drawing="lost">{t('invalid')}</EmptyState>
      )}
    </SignedIn>
  )
}
