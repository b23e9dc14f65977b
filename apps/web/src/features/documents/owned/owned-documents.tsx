import type { Document, Student } from '@penmark/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import { useDocumentActions } from '../actions/use-document-actions.tsx'
import { AssignStudentModal } from '../assign/assign-dialogs.tsx'
import classes from '../documents.module.css'
import { ListFailed } from '../list/list-states.tsx'
import { type DocumentOwner, useDocuments } from '../queries.ts'
import { RefreshButton } from '../table/refresh-button.tsx'
import { OwnedTable } from './owned-table.tsx'

interface OwnedDocumentsProps {
  title: string
  /** False where the title is already above the list. */
  titled?: boolean
  /** The class, the student or both that the documents belong to. */
  owner: DocumentOwner
  /** The query of a report's URL, so that its back link leads here. */
  origin: string
  /** Shown without documents, with what to do next. */
  empty: string
  /** The students of the class. With them, rows can be selected and assigned. */
  members?: readonly Student[]
  /** True if it is shown next to another table. */
  compact?: boolean
  onLimit: (detail: string) => void
}

const none: Document[] = []

/** The documents of a class or a student, with all their actions. The page handles the results of their jobs. */
export function OwnedDocuments({ title, titled = true, owner, origin, empty, members, compact = false, onLimit }: OwnedDocumentsProps) {
  const list = useDocuments(owner)
  const documents = list.data ?? none
  const nameOf = useNames(documents)
  const [assigning, setAssigning] = useState<readonly Document[] | null>(null)
  const assignable = members !== undefined
  const { rows, selection, clearSelection, confirmation } = useDocumentActions({
    documents,
    onLimit,
    onAssign: assignable ? setAssigning : undefined,
    nameOf,
  })
  return (
    <section aria-label={title}>
      {titled ? (
        <SectionHeader title={title} actions={<RefreshButton refetch={list.refetch} />} />
      ) : (
        <div className={classes.refresh}>
          <RefreshButton refetch={list.refetch} />
        </div>
      )}
      {list.isError && !list.data ? (
        <ListFailed error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <OwnedTable
          documents={documents}
          loading={list.isPending}
          empty={<EmptyState>{empty}</EmptyState>}
          origin={origin}
          withStudent={assignable}
          compact={compact}
          {...rows}
          {...(assignable ? { selection } : {})}
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

/** Names of documents by id. Those that left the list are kept, for messages about later failures. */
function useNames(documents: readonly Document[]) {
  const names = useRef(new Map<string, string>())
  useEffect(() => {
    for (const { id, original_filename: name } of documents) names.current.set(id, name)
  }, [documents])
  return useCallback((id: string) => names.current.get(id) ?? id, [])
}
