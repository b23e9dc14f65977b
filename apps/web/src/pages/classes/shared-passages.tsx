import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { useClassGroup } from '../../features/classes/class-groups/queries.ts'
import { useReportedDocument } from '../../features/documents/reports/queries.ts'
import { ExportEarlier } from '../../features/similarity/export-button.tsx'
import { PairScreen } from '../../features/similarity/pair-screen.tsx'
import { sharedPassagesAddress } from '../../features/similarity/queries.ts'
import { SharedPassages } from '../../features/similarity/shared-passages.tsx'
import { PassageSources } from '../../features/similarity/sources/passage-sources.tsx'
import { canBeId, classAddress } from '../../lib/addresses/addresses.ts'
import { className } from '../../lib/format/format.ts'
import { BackTo, PageHeader } from '../../ui/page-header/page-header.tsx'
import { EmptyState } from '../../ui/page-state/page-state.tsx'
import { SignedIn } from '../../ui/signed-in/signed-in.tsx'

/** The passages that the documents of a class share. */
export function SharedPassagesPage() {
  const { t } = useTranslation('overlap')
  const { classId } = useParams()
  return (
    <SignedIn title={t('title')} required={t('loginRequired')}>
      {canBeId(classId) ? (
        <SharedPassagesScreen key={classId} classId={classId} />
      ) : (
        <EmptyState drawing="lost">{t('invalid')}</EmptyState>
      )}
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
        actions={<ExportEarlier classId={classId} />}
      />
      <SharedPassages compared={{ class_group_id: classId }} />
    </>
  )
}

/** The passages that documents uploaded together share. */
export function UploadPassagesPage() {
  const { t } = useTranslation('overlap')
  const { batchId } = useParams()
  return (
    <SignedIn title={t('title')} required={t('loginRequired')}>
      <PageHeader
        title={t('title')}
        lead={t('lead.upload')}
        back={<BackTo to="/documents">{t('back.documents')}</BackTo>}
      />
      {canBeId(batchId) ? (
        <SharedPassages key={batchId} compared={{ batch_id: batchId }} />
      ) : (
        <EmptyState drawing="lost">{t('invalid')}</EmptyState>
      )}
    </SignedIn>
  )
}

/** A pair of documents side by side: of a class, of an upload, or a document with an earlier one. */
export function SharedPairPage() {
  const { t } = useTranslation('overlap')
  const { pairId, classId, documentId } = useParams()
  const back = useOrigin()
  return (
    <SignedIn title={t('pair.title')} required={t('loginRequired')}>
      {back !== null && canBeId(pairId) ? (
        <>
          <PageHeader title={t('pair.title')} back={back} />
          {canBeId(documentId) ? (
            <PairOfDocument key={pairId} pairId={pairId} documentId={documentId} />
          ) : (
            <PairInClass key={pairId} pairId={pairId} classId={classId ?? null} />
          )}
        </>
      ) : (
        <EmptyState drawing="lost">{t('invalid')}</EmptyState>
      )}
    </SignedIn>
  )
}

/** The sources are those of the class that the document is in now. */
function PairOfDocument({ pairId, documentId }: { pairId: string; documentId: string }) {
  const { data } = useReportedDocument(documentId)
  return <PairInClass pairId={pairId} classId={data?.class_group_id ?? null} />
}

/** In a class, what two documents share can become a source of it. */
function PairInClass({ pairId, classId }: { pairId: string; classId: string | null }) {
  return (
    <PairScreen
      pairId={pairId}
      actions={(shared) => classId !== null && <PassageSources classId={classId} shared={shared} />}
    />
  )
}

/** The link back to what lists the pair; null for an address that names nothing. */
function useOrigin() {
  const { t } = useTranslation('overlap')
  const { classId, batchId, documentId } = useParams()
  if (canBeId(documentId))
    return (
      <BackTo to={`/documents/${encodeURIComponent(documentId)}/report`}>{t('pair.backToReport')}</BackTo>
    )
  const compared = canBeId(classId)
    ? { class_group_id: classId }
    : canBeId(batchId)
      ? { batch_id: batchId }
      : null
  return compared && <BackTo to={sharedPassagesAddress(compared)}>{t('pair.back')}</BackTo>
}
