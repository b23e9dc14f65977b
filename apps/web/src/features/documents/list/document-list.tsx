import type { Document, Figures } from '@penmark/contract'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSellsPlans } from '../../../lib/call/queries.tsx'
import { EmptyState, NoMatch } from '../../../ui/page-state/page-state.tsx'
import type { Column, ControlledSort, MoreRows } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { Selection } from '../../../ui/table/selection/use-row-selection.ts'
import type { RemovalState } from '../../../ui/table/use-row-removal.ts'
import { toast } from '../../../ui/toast/toast.tsx'
import type { ReprocessMark } from '../actions/document-changes.ts'
import { useDocumentActions } from '../actions/use-document-actions.tsx'
import type { AssignmentOptions } from '../assign/choosers.tsx'
import { AssignModal, BulkAssignModal } from '../dialogs/dialogs.tsx'
import { StandingChips } from '../standing/standing-chips.tsx'
import { AssignedTo, documentColumns, StatusBadge, statusWidth, tableWidths } from '../table/columns.tsx'
import { NarrowDocumentRow } from '../table/document-row.tsx'
import { RowActions, type RowHandlers } from '../table/row-actions.tsx'
import { DocumentCount, DocumentFilter } from './document-filter.tsx'
import { ListFailed } from './list-states.tsx'
import type { useListing } from './listing-address.ts'
import type { useDocumentPages } from './use-document-pages.ts'

interface DocumentListProps {
  view: ReturnType<typeof useListing>
  list: ReturnType<typeof useDocumentPages>
  people: AssignmentOptions
  /** How all documents stand; undefined while unknown. */
  figures: Figures | undefined
  /** Documents are being uploaded. */
  arriving: boolean
  onLimit: (detail: string) => void
}

const noDocuments: Document[] = []

/** The filtered and sorted documents of the teacher, with everything that can be done with them. */
export function DocumentList({ view, list, people, figures, arriving, onLimit }: DocumentListProps) {
  const { t } = useTranslation('documents')
  const { isFiltered, choice, choose, sorting, setSorting, clear: clearFilter } = view
  const documents = list.documents ?? noDocuments
  const [assigning, setAssigning] = useState<Document | null>(null)
  const [assigningSelected, setAssigningSelected] = useState(false)
  const assign = useCallback(
    (chosenDocuments: readonly Document[]) => setAssigning(chosenDocuments[0] ?? null),
    [],
  )
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
  if (list.error) return <ListFailed error={list.error} onRetry={() => void list.refetch()} />
  return (
    <>
      {figures && (
        <StandingChips
          figures={figures}
          chosen={choice.standing}
          onChoose={(standing) => choose({ standing, finding: '' })}
        />
      )}
      <DocumentFilter choice={choice} onChoose={choose} people={people} />
      <DocumentCount
        total={list.total}
        read={documents.length}
        loading={list.loading}
        filtered={isFiltered}
      />
      <DocumentsTable
        documents={documents}
        loading={list.loading || (arriving && documents.length === 0 && !isFiltered)}
        outdated={list.searching}
        empty={
          isFiltered ? (
            <NoMatch clear={t('filter.clear')} onClear={clearFilter}>
              {t('filter.nothing')}
            </NoMatch>
          ) : (
            <EmptyState>{t('empty')}</EmptyState>
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

interface DocumentsTableProps {
  documents: Document[]
  loading: boolean
  /** The rows belong to the previous filter or order. */
  outdated: boolean
  empty: ReactNode
  controlledSort: ControlledSort
  moreRows: MoreRows | undefined
  handlers: RowHandlers
  leaving: ReadonlyMap<string, RemovalState>
  marks: ReadonlyMap<string, ReprocessMark>
  selection: Selection<Document>
}

const isAssigned = ({ student_id, class_group_id }: Document) => (student_id ?? class_group_id) !== null

/**
 * The loaded documents of the teacher, in the server's order. Whom they belong to leads, once anything is
 * assigned.
 */
function DocumentsTable({ documents, loading, handlers, leaving, marks, ...shown }: DocumentsTableProps) {
  const { t, i18n } = useTranslation('documents')
  const showsAssignee = documents.some(isAssigned)
  const sellsPlans = useSellsPlans()
  const columns = useMemo<Column<Document>[]>(() => {
    const translation = { t, i18n }
    return [
      ...(showsAssignee ? [documentColumns.assigned(translation)] : []),
      documentColumns.name(translation, t('column.name')),
      { ...documentColumns.finding(translation), enableSorting: true },
      {
        id: 'status',
        header: t('column.status'),
        accessorKey: 'status',
        cell: (row) => <StatusBadge t={t} document={row} mark={marks.get(row.id)} />,
        meta: { width: statusWidth },
      },
      documentColumns.uploaded(translation, t('column.uploaded')),
      documentColumns.score(translation),
      documentColumns.words(translation),
      {
        id: 'actions',
        header: '',
        enableSorting: false,
        cell: (row) => <RowActions t={t} document={row} handlers={handlers} sellsPlans={sellsPlans} />,
        meta: { width: '13rem', align: 'end', label: t('column.actions') },
      },
    ]
  }, [t, i18n, handlers, marks, showsAssignee, sellsPlans])
  return (
    <DataTable
      label={t('table')}
      columns={columns}
      rows={documents}
      rowId={({ id }) => id}
      defaultSort={shown.controlledSort.by}
      skeletonRows={loading ? 6 : undefined}
      rowState={({ id }) => leaving.get(id)}
      {...tableWidths}
      {...shown}
      narrowRow={(document) => (
        <NarrowDocumentRow
          document={document}
          status={<StatusBadge t={t} document={document} mark={marks.get(document.id)} />}
          assigned={isAssigned(document) && <AssignedTo document={document} t={t} />}
          actions={<RowActions t={t} document={document} handlers={handlers} sellsPlans={sellsPlans} />}
        />
      )}
    />
  )
}
