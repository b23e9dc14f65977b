import type { Document } from '@penmark/contract'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AssignModal } from '../features/documents/assign/assign-modal.tsx'
import { AssignPanel } from '../features/documents/assign/assign-panel.tsx'
import { BulkAssignModal } from '../features/documents/assign/bulk-assign-modal.tsx'
import { usePeople } from '../features/documents/assign/people.ts'
import { useAssignPanel } from '../features/documents/assign/use-assign-panel.ts'
import { BulkActions } from '../features/documents/bulk-actions.tsx'
import { type Asked, ConfirmDeed } from '../features/documents/confirm-deed.tsx'
import { DocumentCount } from '../features/documents/document-count.tsx'
import { DocumentFilter } from '../features/documents/document-filter.tsx'
import { DocumentsTable } from '../features/documents/documents-table.tsx'
import { LimitModal } from '../features/documents/limit-modal.tsx'
import { ListFailed } from '../features/documents/list-failed.tsx'
import { NoDocuments } from '../features/documents/no-documents.tsx'
import { PasteModal } from '../features/documents/paste-modal.tsx'
import { QuickstartLink } from '../features/documents/quickstart/quickstart-link.tsx'
import { RefreshButton } from '../features/documents/refresh-button.tsx'
import { reprocessable, withoutFailed } from '../features/documents/status.ts'
import { UploadCard } from '../features/documents/upload-card.tsx'
import { useDeletions } from '../features/documents/use-deletions.ts'
import { useDocumentPages } from '../features/documents/use-document-pages.ts'
import { useListing } from '../features/documents/use-listing.ts'
import { useReprocess } from '../features/documents/use-reprocess.ts'
import { useSelected } from '../features/documents/use-selected.ts'
import { useTransitions } from '../features/documents/use-transitions.ts'
import { useProfile, useRaiseUsage } from '../features/profile/use-profile.ts'
import { NoMatch } from '../ui/empty-state/no-match.tsx'
import { PageHeader } from '../ui/page-header/page-header.tsx'
import { toast } from '../ui/toast/toast.ts'

const none: Document[] = []

export default function DocumentsPage() {
  const { t } = useTranslation('documents')
  const plan = useProfile().data?.profile.plan ?? 'FREE'
  const raiseUsage = useRaiseUsage()
  const { listing, filter, setFilter, whose, setWhose, sorting, setSorting, clear: clearFilter } = useListing()
  const list = useDocumentPages(listing)
  const people = usePeople(!list.loading)
  const [pasting, setPasting] = useState(false)
  const paste = useCallback(() => setPasting(true), [])
  const [limit, setLimit] = useState<string | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [assigning, setAssigning] = useState<Document | null>(null)
  const [assigningMany, setAssigningMany] = useState(false)
  const panel = useAssignPanel()
  const { leaving, remove } = useDeletions()
  const { marks, reprocess } = useReprocess(setLimit)
  useTransitions(
    list.searching ? undefined : list.documents,
    { onCompleted: raiseUsage, onLimitExceeded: (reason) => setLimit(reason ?? '') },
    list.name,
  )

  const documents = list.documents ?? none
  const toAssign = withoutFailed(panel.documents, documents)
  const { selected, setSelected, chosen, clear } = useSelected(documents, leaving)
  const deeds = useMemo(
    () => ({
      onAssign: setAssigning,
      onDelete: (document: Document) => setAsked({ deed: 'delete', documents: [document] }),
      onReprocess: (document: Document) => setAsked({ deed: 'reprocess', documents: [document] }),
    }),
    [],
  )
  const doAsked = ({ deed, documents: those }: Asked) => {
    const ids = those.map(({ id }) => id)
    setAsked(null)
    if (those.length > 1) clear()
    if (deed === 'delete') remove(...ids)
    else void reprocess(...ids)
  }
  const askAgain = () => {
    const again = reprocessable(chosen)
    if (again.length > 0) setAsked({ deed: 'reprocess', documents: again })
    else toast.error(t('bulk.reprocess.running'))
  }
  const selection = {
    selected,
    onChange: setSelected,
    rowName: useCallback(({ original_filename }: Document) => original_filename, []),
    actions: (
      <BulkActions
        documents={chosen}
        onAssign={() => setAssigningMany(true)}
        onReprocess={askAgain}
        onDelete={() => setAsked({ deed: 'delete', documents: chosen })}
      />
    ),
  }
  const { total } = list
  const everything = Object.keys(listing.filter).length === 0
  const empty = everything ? (
    <NoDocuments>{t('empty')}</NoDocuments>
  ) : (
    <NoMatch clear={t('filter.clear')} onClear={clearFilter}>
      {t('filter.nothing')}
    </NoMatch>
  )
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
      <UploadCard multiple onPaste={paste} onLimit={setLimit} onSeveral={panel.announce} />
      {toAssign.length > 0 && <AssignPanel documents={toAssign} people={people} onClose={panel.close} onAssigned={panel.take} />}
      {list.error ? (
        <ListFailed error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <>
          <DocumentFilter filter={filter} onChange={setFilter} whose={whose} onWhose={setWhose} people={people} />
          <DocumentCount total={total} read={documents.length} loading={list.loading} filtered={!everything} />
          <DocumentsTable
            documents={documents}
            loading={list.loading}
            outdated={list.searching}
            empty={empty}
            sortedOutside={{ by: sorting, onChange: setSorting }}
            unread={list.more ? { total, onNear: list.readOn } : undefined}
            deeds={deeds}
            leaving={leaving}
            marks={marks}
            selection={selection}
          />
        </>
      )}
      <ConfirmDeed asked={asked} onConfirm={doAsked} onClose={() => setAsked(null)} />
      <AssignModal document={assigning} people={people} onClose={() => setAssigning(null)} />
      <BulkAssignModal opened={assigningMany} documents={chosen} people={people} onClose={() => setAssigningMany(false)} onDone={clear} />
      <PasteModal opened={pasting} onClose={() => setPasting(false)} onLimit={setLimit} />
      <LimitModal detail={limit} plan={plan} onClose={() => setLimit(null)} />
    </>
  )
}
