import { Button } from '@mantine/core'
import type { i18n, TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../lib/format/format.ts'
import { TextCell } from '../../../ui/table/cells.tsx'
import type { Column } from '../../../ui/table/columns.ts'

interface MessageRow {
  subject: string
  created_at: string
}

/** Columns shared by all lists of messages. They come newest first and cannot be sorted. */
export function subjectColumn<Row extends MessageRow>(t: TFunction<'admin'>): Column<Row> {
  return {
    id: 'subject',
    header: t('column.subject'),
    enableSorting: false,
    cell: (row) => <TextCell>{row.subject}</TextCell>,
  }
}

/** When it was written, and a button that opens it. */
export function lastColumns<Row extends MessageRow>(t: TFunction<'admin'>, language: i18n, onOpen: (row: Row) => void): Column<Row>[] {
  return [
    {
      id: 'created_at',
      header: t('column.time'),
      enableSorting: false,
      cell: (row) => <TextCell>{formatTime(language, row.created_at)}</TextCell>,
      meta: { width: '11rem' },
    },
    {
      id: 'actions',
      header: '',
      enableSorting: false,
      cell: (row) => <Open subject={row.subject} onOpen={() => onOpen(row)} />,
      meta: { width: '6rem', align: 'end', label: t('column.actions') },
    },
  ]
}

export function Open({ subject, onOpen }: { subject: string; onOpen: () => void }) {
  const { t } = useTranslation('admin')
  return (
    <Button size="compact-sm" variant="subtle" onClick={onOpen} aria-label={t('open.label', { name: subject })}>
      {t('open')}
    </Button>
  )
}
