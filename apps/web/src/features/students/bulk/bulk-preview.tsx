import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import type { ReadRows } from './read-csv.ts'
import { SkippedRows } from './skipped-rows.tsx'

interface BulkPreviewProps {
  read: ReadRows
  onSend: (read: ReadRows) => void
  onCancel: () => void
}

/** Shows the rows that would be left out before anything is sent, so that no student is lost unnoticed. */
export function BulkPreview({ read, onSend, onCancel }: BulkPreviewProps) {
  const { t, i18n } = useTranslation('students')
  const { rows, skipped } = read
  return (
    <>
      <Notice tone="warning">{t('bulk.preview', { count: skipped.length, shown: formatNumber(i18n, skipped.length) })}</Notice>
      <SkippedRows rows={skipped} />
      <Group mt="md" gap="sm">
        <Button onClick={() => onSend(read)}>
          {t('bulk.preview.send', { count: rows.length, shown: formatNumber(i18n, rows.length) })}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('bulk.preview.cancel')}
        </Button>
      </Group>
    </>
  )
}
