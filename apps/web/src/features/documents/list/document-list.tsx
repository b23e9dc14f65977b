import type { Document } from '@penmark/contract'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NoMatch } from '../../../ui/empty-state/empty-state.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { useDocumentActions } from '../actions/use-document-actions.tsx'
import type { AssignmentOptions } from '../assign/choosers.tsx'
import { AssignModal, BulkAssignModal } from '../dialogs.tsx'
import { DocumentsTable } from '../table/documents-table.tsx'
import { DocumentCount, DocumentFilter } from './document-filter.tsx'
import { ListFailed, NoDocuments } from './list-states.tsx'
import type { useDocumentPages } from './use-document-pages.ts'
import type { useListing } from './use-listing.ts'

interface DocumentListProps {
  view: ReturnType<typeof useListing>
  list: ReturnType<typeof useDocumentPages>
  people: AssignmentOptions
  onLimit: (detail: string) => void
}

const noDocuments: Document[] = []

/** The filtered and sorted documents of the teacher, with everything that can be done with them. */
export function DocumentList({ view, list, people, onLimit }: DocumentListProps) {
  const { t } = useTranslation('documents')
  const { listing, filter, setFilter, finding, setFinding, owner, setOwner, sorting, setSorting, clear: clearFilter } = view
  const documents = list.documents ?? noDocuments
  const [assigning, setAssigning] = useState<Document | null>(null)
  const [assigningSelected, setAssigningSelected] = useState(false)
  const assign = useCallback((those: readonly Document[]) => setAssigning(those[0] ?? null), [])
  const { rows, selection, select, chosen, clearSelection, confirmation } = useDocumentActions({
    documents,
    onLimit,
    onAssign: assign,
    onAssignSelected: () => setAssigningSelected(true),
  })
  const { more, readAll } = list
  const selectAll = useCallback(async () => {
    if (!more) return
    const all = await readAll()
    if (all === null) toast.error(t('filter.selectAllFailed'))
    else select(new Set(all.map(({ id }) => id)))
  }, [more, readAll, select, t])
  const isFiltered = Object.keys(listing.filter).length > 0
  if (list.error) return <ListFailed error={list.error} onRetry={() => void list.refetch()} />
  return (
    <>
      <DocumentFilter
        filter={filter}
        onChange={setFilter}
        finding={finding}
        onFindingChange={setFinding}
        owner={owner}
        onOwnerChange={setOwner}
        people={people}
      />
      <DocumentCount total={list.total} read={documents.length} loading={list.loading} filtered={isFiltered} />
      <DocumentsTable
        documents={documents}
        loading={list.loading}
        outdated={list.searching}
        empty={
          isFiltered ? (
            <NoMatch clear={t('filter.clear')} onClear={clearFilter}>
              {t('filter.nothing')}
            </NoMatch>
          ) : (
            <NoDocuments>{t('empty')}</NoDocuments>
          )
        }
        controlledSort={{ by: sorting, onChange: setSorting }}
        moreRows={list.more ? { total: list.total, onNearEnd: list.loadMore } : undefined}
        selection={{ ...selection, onSelectAll: () => void selectAll() }}
        {...rows}
      />
      {confirmation}
      <AssignModal document={assigning} people={people} onClose={() => setAssigning(null)} />
      <BulkAssignModal
        opened={assigningSelected}
        documents={chosen}
        people={people}
        onClose={() => setAssigningSelected(false)}
        onDone={clearSelection}
      />
    </>
  )
}
