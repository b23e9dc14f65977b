import type { Document, Student } from '@penmark/contract'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { SectionHeader } from '../../../ui/page-header/section-header.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { BulkActions } from '../bulk-actions.tsx'
import { type Asked, ConfirmDeed } from '../confirm-deed.tsx'
import classes from '../documents.module.css'
import { ListFailed } from '../list-failed.tsx'
import { useDocuments, type Whose } from '../queries.ts'
import { RefreshButton } from '../refresh-button.tsx'
import { reprocessable } from '../status.ts'
import { useDeletions } from '../use-deletions.ts'
import { useReprocess } from '../use-reprocess.ts'
import { useSelected } from '../use-selected.ts'
import { AssignStudentModal } from './assign-student-modal.tsx'
import { OwnedTable } from './owned-table.tsx'

interface OwnedDocumentsProps {
  title: string
  /** False where something above the list says the title already. */
  titled?: boolean
  /** The class, the student or both that the documents are of. */
  whose: Whose
  /** What follows `?` in the address of a report, so that its way back leads here. */
  origin: string
  /** Says that there is no document, and what to do about it. */
  empty: string
  /** The students of a class. They can be assigned, and the rows can be selected; neither is offered where they are left out. */
  members?: readonly Student[]
  onLimit: (detail: string) => void
}

const none: Document[] = []

/** The documents of a class or a student, with everything that can be done with them. What their jobs come to is for the page to watch. */
export function OwnedDocuments({ title, titled = true, whose, origin, empty, members, onLimit }: OwnedDocumentsProps) {
  const { t } = useTranslation('documents')
  const list = useDocuments(whose)
  const documents = list.data ?? none
  const nameOf = useNames(documents)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [assigning, setAssigning] = useState<readonly Document[] | null>(null)
  const { leaving, remove } = useDeletions(nameOf)
  const { marks, reprocess } = useReprocess(onLimit)
  const { selected, setSelected, chosen, clear } = useSelected(documents, leaving)

  const assignable = members !== undefined
  const deeds = useMemo(
    () => ({
      ...(assignable ? { onAssign: (document: Document) => setAssigning([document]) } : {}),
      onDelete: (document: Document) => setAsked({ deed: 'delete', documents: [document] }),
      onReprocess: (document: Document) => setAsked({ deed: 'reprocess', documents: [document] }),
    }),
    [assignable],
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
  const rowName = useCallback(({ original_filename }: Document) => original_filename, [])
  const actions = (
    <BulkActions
      documents={chosen}
      onAssign={() => setAssigning(chosen)}
      onReprocess={askAgain}
      onDelete={() => setAsked({ deed: 'delete', documents: chosen })}
    />
  )
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
          deeds={deeds}
          leaving={leaving}
          marks={marks}
          origin={origin}
          withStudent={assignable}
          {...(assignable ? { selection: { selected, onChange: setSelected, rowName, actions } } : {})}
        />
      )}
      <ConfirmDeed asked={asked} onConfirm={doAsked} onClose={() => setAsked(null)} />
      {members && (
        <AssignStudentModal documents={assigning} members={members} nameOf={nameOf} onClose={() => setAssigning(null)} onDone={clear} />
      )}
    </section>
  )
}

/** Names of documents by id. Those that left the list are remembered: a failure may be told after that. */
function useNames(documents: readonly Document[]) {
  const names = useRef(new Map<string, string>())
  useEffect(() => {
    for (const { id, original_filename: name } of documents) names.current.set(id, name)
  }, [documents])
  return useCallback((id: string) => names.current.get(id) ?? id, [])
}
