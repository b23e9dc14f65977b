import { lazy, Suspense, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProfile, useRaiseUsage } from '../../features/accounts/profile/profile.ts'
import { useAssignmentOptions } from '../../features/documents/assign/choosers.tsx'
import { useAssignPanel, useUploadsFromOtherPage } from '../../features/documents/assign/uploads-to-assign.ts'
import { AssignPanel, LimitModal, PasteModal } from '../../features/documents/dialogs/dialogs.tsx'
import { DocumentList } from '../../features/documents/list/document-list.tsx'
import { QuickstartLink, RefreshButton } from '../../features/documents/list/list-states.tsx'
import { useListing } from '../../features/documents/list/listing-address.ts'
import { useDocumentPages } from '../../features/documents/list/use-document-pages.ts'
import { useStats } from '../../features/documents/standing/stats.ts'
import { isInProgress, useStatusChanges } from '../../features/documents/status.ts'
import { UploadCard } from '../../features/documents/upload/upload-card.tsx'
import { useLatestUpload } from '../../features/documents/upload/use-latest-upload.ts'
import { PageHeader } from '../../ui/page-header/page-header.tsx'

// Nobody needs it before an upload.
const Overview = lazy(async () => ({
  default: (await import('../../features/documents/overview/overview.tsx')).Overview,
}))

/** Only for new teachers. */
const Samples = lazy(async () => ({
  default: (await import('../../features/documents/samples/samples.tsx')).Samples,
}))

export default function DocumentsPage() {
  const { t } = useTranslation('documents')
  const profile = useProfile().data?.profile
  const plan = profile?.plan ?? 'FREE'
  const raiseUsage = useRaiseUsage()
  const view = useListing()
  const list = useDocumentPages(view.listing)
  const people = useAssignmentOptions(!list.loading)
  const [arriving, setArriving] = useState(false)
  const [pasting, setPasting] = useState(false)
  const paste = useCallback(() => setPasting(true), [])
  const [limit, setLimit] = useState<string | null>(null)
  const panel = useAssignPanel(useUploadsFromOtherPage())
  useStatusChanges(
    list.searching ? undefined : list.documents,
    { onCompleted: raiseUsage, onLimitExceeded: (reason) => setLimit(reason ?? '') },
    list.name,
  )
  const stats = useStats({ running: list.documents?.some(({ status }) => isInProgress(status)) ?? false })
  const upload = useLatestUpload(panel.documents, list.documents)
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={
          <>
            <QuickstartLink />
            <RefreshButton refetch={list.refetch} />
          </>
        }
      />
      <UploadCard
        multiple
        wordsLeft={profile?.usage?.remaining ?? null}
        onPaste={paste}
        onLimit={setLimit}
        onSeveral={panel.add}
        onUndone={panel.remove}
        onArriving={setArriving}
      />
      {upload !== null && (
        <Suspense>
          <Overview target={{ batch_id: upload }} origin="" cards={3} />
        </Suspense>
      )}
      {panel.documents.length > 0 && (
        <AssignPanel
          documents={panel.documents}
          list={list.documents ?? []}
          people={people}
          onClose={panel.close}
          onAssigned={panel.remove}
        />
      )}
      <DocumentList
        view={view}
        list={list}
        people={people}
        figures={stats.data?.figures}
        arriving={arriving}
        onLimit={setLimit}
      />
      {profile?.has_samples && (
        <Suspense>
          <Samples />
        </Suspense>
      )}
      <PasteModal opened={pasting} onClose={() => setPasting(false)} onLimit={setLimit} />
      <LimitModal detail={limit} plan={plan} onClose={() => setLimit(null)} />
    </>
  )
}
