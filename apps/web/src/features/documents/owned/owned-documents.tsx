import type { Document, Figures, StandingFilter, Student } from '@penmark/contract'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { studentName } from '../../../lib/format/format.ts'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import { EmptyState, NoMatch } from '../../../ui/page-state/page-state.tsx'
import type { Column, MoreRows } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { Selection } from '../../../ui/table/selection/use-row-selection.ts'
import type { RemovalState } from '../../../ui/table/use-row-removal.ts'
import text from '../../../ui/theme/text.module.css'
import type { ReprocessMark } from '../actions/document-changes.ts'
import { useDocumentActions } from '../actions/use-document-actions.tsx'
import { AssignStudentModal } from '../assign/assign-dialogs.tsx'
import classes from '../documents.module.css'
import { ListFailed, RefreshButton } from '../list/list-states.tsx'
import { type DocumentOwner, useDocuments } from '../queries.ts'
import { StandingChips } from '../standing/standing-chips.tsx'
import { documentColumns, StatusBadge, statusWidth, tableWidths } from '../table/columns.tsx'
import { NarrowDocumentRow } from '../table/document-row.tsx'
import { RowActions, type RowHandlers } from '../table/row-actions.tsx'

interface OwnedDocumentsProps {
  title: string
  /** False if the title is already above the list. */
  showsTitle?: boolean
  /** The class, the student or both that the documents belong to. */
  owner: DocumentOwner
  /** The query of a report's URL, so that its back link leads here. */
  origin: string
  /** Shown without documents, with what to do next. */
  empty: string
  /** The students of the class. With them, rows can be selected and assigned. */
  members?: readonly Student[]
  /** How they stand; undefined while unknown. */
  figures: Figures | undefined
  /** Documents are being uploaded. */
  arriving: boolean
  onLimit: (detail: string) => void
}

/** Whether a chip's figure counts it, by the rules of the server. */
function isCountedAs({ standing, student_id, status }: Document, chip: StandingFilter): boolean {
  return chip === 'without-student'
    ? standing !== null && student_id === null && status !== 'ERROR'
    : standing === chip
}

const noDocuments: Document[] = []
/** The others are loaded without being asked for. */
const othersComing: MoreRows = { total: null, onNearEnd: () => undefined }

/**
 * The documents of a class or a student, with all their actions. The page handles the results of their jobs.
 */
export function OwnedDocuments({
  title,
  showsTitle = true,
  owner,
  origin,
  empty,
  members,
  figures,
  arriving,
  onLimit,
}: OwnedDocumentsProps) {
  const { all, shown, error, refetch } = useDocuments(owner)
  const { t } = useTranslation('documents')
  const [standing, setStanding] = useState<StandingFilter | ''>('')
  const documents = useMemo(
    () =>
      standing === ''
        ? (shown ?? noDocuments)
        : (shown ?? noDocuments).filter((document) => isCountedAs(document, standing)),
    [shown, standing],
  )
  const nameOf = useNames(documents)
  const [assigning, setAssigning] = useState<readonly Document[] | null>(null)
  const isAssignable = members !== undefined
  const { rows, selection, clearSelection, confirmation } = useDocumentActions({
    documents,
    onLimit,
    onAssign: isAssignable ? setAssigning : undefined,
    nameOf,
  })
  return (
    <section aria-label={title}>
      {showsTitle ? (
        <SectionHeader title={title} actions={<RefreshButton refetch={refetch} />} />
      ) : (
        <div className={classes.refresh}>
          <RefreshButton refetch={refetch} />
        </div>
      )}
      {figures && <StandingChips figures={figures} chosen={standing} onChoose={setStanding} />}
      {error ? (
        <ListFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <OwnedTable
          documents={documents}
          loading={shown === undefined || (arriving && shown.length === 0)}
          moreRows={all === undefined ? othersComing : undefined}
          empty={
            standing === '' ? (
              <EmptyState>{empty}</EmptyState>
            ) : (
              <NoMatch clear={t('filter.clear')} onClear={() => setStanding('')}>
                {t('filter.nothing')}
              </NoMatch>
            )
          }
          origin={origin}
          withStudent={isAssignable}
          {...rows}
          {...(isAssignable ? { selection } : {})}
        />
      )}
      {confirmation}
      {members && (
        <AssignStudentModal
          documents={assigning}
          members={members}
          nameOf={nameOf}
          onClose={() => setAssigning(null)}
          onDone={clearSelection}
        />
      )}
    </section>
  )
}

/**
 * Names of documents by id. Documents that have left the list stay known, for messages about later failures.
 */
function useNames(documents: readonly Document[]) {
  const names = useRef(new Map<string, string>())
  useEffect(() => {
    for (const { id, original_filename: name } of documents) names.current.set(id, name)
  }, [documents])
  return useCallback((id: string) => names.current.get(id) ?? id, [])
}

interface OwnedTableProps {
  documents: Document[]
  loading: boolean
  moreRows: MoreRows | undefined
  empty: ReactNode
  handlers: RowHandlers
  leaving: ReadonlyMap<string, RemovalState>
  marks: ReadonlyMap<string, ReprocessMark>
  /** The query of a report's URL. */
  origin: string
  /** Shows the student of each document. */
  withStudent: boolean
  selection?: Selection<Document>
}

/** The documents of a class or a student, newest first. Name and time can be sorted by. */
function OwnedTable({
  documents,
  loading,
  moreRows,
  empty,
  handlers,
  leaving,
  marks,
  origin,
  withStudent,
  selection,
}: OwnedTableProps) {
  const { t, i18n } = useTranslation('documents')
  const columns = useMemo<Column<Document>[]>(() => {
    const translation = { t, i18n }
    return [
      documentColumns.name(translation, t('column.name'), origin),
      documentColumns.uploaded(translation, t('column.uploaded')),
      {
        id: 'status',
        header: t('column.status'),
        enableSorting: false,
        cell: (row) => <StatusBadge t={t} document={row} mark={marks.get(row.id)} showsReprocessing />,
        meta: { width: statusWidth },
      },
      {
        id: 'actions',
        header: '',
        enableSorting: false,
        cell: (row) => <RowActions t={t} document={row} handlers={handlers} origin={origin} owned />,
        meta: { width: 'clamp(11rem, 30vw - 13rem, 13rem)', align: 'end', label: t('column.actions') },
      },
      ...(withStudent ? [studentColumn(t('column.student'))] : []),
      documentColumns.finding(translation),
      { ...documentColumns.score(translation), enableSorting: false },
      { ...documentColumns.words(translation), enableSorting: false },
    ]
  }, [t, i18n, handlers, marks, origin, withStudent])
  return (
    <DataTable
      label={t('owned.table')}
      columns={columns}
      rows={documents}
      rowId={({ id }) => id}
      defaultSort={{ id: 'upload_timestamp', desc: true }}
      skeletonRows={loading ? 4 : undefined}
      moreRows={loading ? undefined : moreRows}
      empty={empty}
      rowState={({ id }) => leaving.get(id)}
      {...tableWidths}
      {...(selection ? { selection } : {})}
      narrowRow={(document) => (
        <NarrowDocumentRow
          document={document}
          origin={origin}
          status={<StatusBadge t={t} document={document} mark={marks.get(document.id)} showsReprocessing />}
          assigned={withStudent && document.student_id !== null && <AssignedStudent document={document} />}
          actions={<RowActions t={t} document={document} handlers={handlers} origin={origin} owned />}
        />
      )}
    />
  )
}

function studentColumn(header: string): Column<Document> {
  return {
    id: 'student',
    header,
    enableSorting: false,
    cell: (row) => <AssignedStudent document={row} />,
    meta: { width: '8rem' },
  }
}

/** The student's name; an unknown student is shown as not found. */
function AssignedStudent({ document }: { document: Pick<Document, 'student_id' | 'student_details'> }) {
  const { t } = useTranslation('documents')
  const { student_id, student_details: student } = document
  if (student_id === null) return <span className={text.note}>–</span>
  const name = student ? studentName(student) : t('assigned.unknown')
  return <span className={classes.whole}>{name}</span>
}
