import {
  type AdminDocument,
  type AdminDocumentSort,
  adminDocumentSorts,
  adminLimits,
  adminRoutes,
  indexedDocumentSorts,
} from '@penmark/contract'
import { readableName } from '@penmark/wording'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DocumentStatusBadge } from '../../features/documents/table/columns.tsx'
import { AdminList, adminKeys, type Source } from '../../features/operations/admin/admin-list.tsx'
import { ColumnChooser, useColumnChoice } from '../../features/operations/admin/column-chooser.tsx'
import { call } from '../../lib/call/call.ts'
import { detailOf } from '../../lib/call/failure.ts'
import cells from '../../ui/table/cells.module.css'
import { NarrowRow } from '../../ui/table/cells.tsx'
import { toast } from '../../ui/toast/toast.tsx'
import { AdminOnly } from './admin-only.tsx'
import { documentColumns, nameColumn, scoreColumns, usualColumns } from './document-columns.tsx'

export default function AdminDocumentsPage() {
  const { t } = useTranslation('admin')
  return (
    <AdminOnly title={t('card.documents')} lead={t('documents.lead')} refusal={t('required.other')}>
      <AllDocuments />
    </AdminOnly>
  )
}

const source: Source<AdminDocument, AdminDocumentSort> = {
  key: 'documents',
  read: (page, signal) => call(adminRoutes.listEveryDocument, page, { signal }),
  count: (filter, signal) => call(adminRoutes.countEveryDocument, filter, { signal }),
  pageSize: 100,
  sortedRows: (sort) => (indexedDocumentSorts.includes(sort) ? null : adminLimits.sortedDocuments),
}

const scoresKey = [...adminKeys.list('documents'), 'scores']

/** Whether this administrator sees score and label, and the switch, whose use is recorded. */
function useScores() {
  const queryClient = useQueryClient()
  const { data } = useQuery({
    queryKey: scoresKey,
    queryFn: ({ signal }) => call(adminRoutes.readDocumentScores, {}, { signal }),
  })
  const { mutateAsync } = useMutation({
    mutationFn: (is_shown: boolean) => call(adminRoutes.switchDocumentScores, { is_shown }),
    onSuccess: (scores) => {
      queryClient.setQueryData(scoresKey, scores)
      return queryClient.invalidateQueries({ queryKey: adminKeys.list('documents') })
    },
    onError: (error) => toast.error(detailOf(error)),
  })
  return { areShown: data?.is_shown ?? false, setShown: mutateAsync }
}

/** The documents of all teachers, without their text, with the columns that the administrator chooses. */
function AllDocuments() {
  const { t, i18n } = useTranslation('admin')
  const { chosen, choose, isUsual } = useColumnChoice(usualColumns)
  const scores = useScores()
  const columns = useMemo(() => documentColumns(t, i18n), [t, i18n])
  const isShown = (id: string) =>
    id === nameColumn || (chosen.includes(id) && (scores.areShown || !scoreColumns.includes(id)))
  const shown = columns.filter(({ id }) => isShown(id))
  const width = shown.reduce((sum, column) => sum + column.width, 0)
  const show = async (ids: readonly string[] | null) => {
    const needsScores = ids?.some((id) => scoreColumns.includes(id)) ?? false
    try {
      // Hidden before they are switched off, and shown after they are switched on.
      if (!needsScores) choose(ids)
      if (needsScores !== scores.areShown) await scores.setShown(needsScores)
      if (needsScores) choose(ids)
    } catch {
      // Said by the switch; the columns stay as they are.
    }
  }
  return (
    <AdminList
      source={source}
      sorts={adminDocumentSorts}
      defaultSort={{ id: 'created_at', desc: true }}
      label={t('documents')}
      search={t('documents.search')}
      empty={t('documents.empty')}
      columns={shown}
      minWidth={width}
      narrowBelow={75}
      narrowRow={(document) => (
        <NarrowRow
          name={readableName(document)}
          about={shown
            .filter(({ id }) => id !== nameColumn && id !== 'status')
            .map(({ header, text }) => {
              const value = text(document)
              return value && t('columns.value', { column: header, value })
            })}
        >
          {isShown('status') && <DocumentStatusBadge document={{ status: document.status }} />}
        </NarrowRow>
      )}
    >
      <ColumnChooser
        columns={columns}
        shown={shown}
        fixed={nameColumn}
        onToggle={(id, isAdded) =>
          void show(
            columns.map((column) => column.id).filter((each) => (each === id ? isAdded : isShown(each))),
          )
        }
        onReset={isUsual ? undefined : () => void show(null)}
      >
        <p className={cells.muted}>{t('columns.scores')}</p>
      </ColumnChooser>
    </AdminList>
  )
}
