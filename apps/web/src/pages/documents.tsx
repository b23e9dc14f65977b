import { Button } from '@mantine/core'
import type { Document } from '@penmark/contract'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DocumentFilter, matching, noFilter } from '../features/documents/document-filter.tsx'
import { DocumentsTable } from '../features/documents/documents-table.tsx'
import { LimitModal } from '../features/documents/limit-modal.tsx'
import { ListFailed } from '../features/documents/list-failed.tsx'
import { PasteModal } from '../features/documents/paste-modal.tsx'
import { useDocuments } from '../features/documents/queries.ts'
import { RefreshButton } from '../features/documents/refresh-button.tsx'
import { UploadCard } from '../features/documents/upload-card.tsx'
import { useDeletions } from '../features/documents/use-deletions.ts'
import { useReprocess } from '../features/documents/use-reprocess.ts'
import { useTransitions } from '../features/documents/use-transitions.ts'
import { useProfile, useRaiseUsage } from '../features/profile/use-profile.ts'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { EmptyState } from '../ui/empty-state/empty-state.tsx'
import { PageHeader } from '../ui/page-header/page-header.tsx'

type Asked = { deed: 'delete' | 'reprocess'; document: Document }

export default function DocumentsPage() {
  const { t } = useTranslation('documents')
  const plan = useProfile().data?.profile.plan ?? 'FREE'
  const raiseUsage = useRaiseUsage()
  const list = useDocuments()
  const [filter, setFilter] = useState(noFilter)
  const [pasting, setPasting] = useState(false)
  const [limit, setLimit] = useState<string | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const { leaving, remove } = useDeletions()
  const { marks, reprocess } = useReprocess(setLimit)
  useTransitions(list.data, { onCompleted: raiseUsage, onLimitExceeded: (reason) => setLimit(reason ?? '') })

  const deeds = useMemo(
    () => ({
      onDelete: (document: Document) => setAsked({ deed: 'delete', document }),
      onReprocess: (document: Document) => setAsked({ deed: 'reprocess', document }),
    }),
    [],
  )
  const documents = useMemo(() => matching(list.data ?? [], filter), [list.data, filter])
  const doAsked = () => {
    if (!asked) return
    setAsked(null)
    if (asked.deed === 'delete') remove(asked.document.id)
    else void reprocess(asked.document.id)
  }
  const empty =
    list.data?.length === 0 ? (
      <EmptyState>{t('empty')}</EmptyState>
    ) : (
      <EmptyState
        drawing="lost"
        action={
          <Button variant="default" onClick={() => setFilter(noFilter)}>
            {t('filter.clear')}
          </Button>
        }
      >
        {t('filter.nothing')}
      </EmptyState>
    )
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} actions={<RefreshButton refetch={list.refetch} />} />
      <UploadCard multiple onPaste={() => setPasting(true)} onLimit={setLimit} />
      {list.isError && !list.data ? (
        <ListFailed error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <>
          <DocumentFilter filter={filter} onChange={setFilter} />
          <DocumentsTable documents={documents} loading={list.isPending} empty={empty} deeds={deeds} leaving={leaving} marks={marks} />
        </>
      )}
      <ConfirmDialog
        opened={asked !== null}
        title={asked?.deed === 'reprocess' ? t('reprocess.title') : t('delete.title')}
        confirm={asked?.deed === 'reprocess' ? t('reprocess.action') : t('delete.action')}
        destructive={asked?.deed === 'delete'}
        onConfirm={doAsked}
        onClose={() => setAsked(null)}
      >
        <p>
          <strong>{asked?.document.original_filename}</strong>
        </p>
        <p>{asked?.deed === 'reprocess' ? t('reprocess.text') : t('delete.text')}</p>
      </ConfirmDialog>
      <PasteModal opened={pasting} onClose={() => setPasting(false)} onLimit={setLimit} />
      <LimitModal detail={limit} plan={plan} onClose={() => setLimit(null)} />
    </>
  )
}
