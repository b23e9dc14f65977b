import { Button } from '@mantine/core'
import type { Document } from '@penmark/contract'
import { IconRefresh, IconTrash, IconUserPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

interface BulkActionsProps {
  documents: readonly Document[]
  onAssign: () => void
  onReprocess: () => void
  onDelete: () => void
}

/** What can be done with several documents at once. Reprocess needs one at least that is not completed. */
export function BulkActions({ documents, onAssign, onReprocess, onDelete }: BulkActionsProps) {
  const { t } = useTranslation('documents')
  const look = { size: 'compact-sm', variant: 'default' } as const
  return (
    <>
      <Button {...look} onClick={onAssign} leftSection={<IconUserPlus size={16} aria-hidden="true" />}>
        {t('assign.action')}
      </Button>
      <Button
        {...look}
        onClick={onReprocess}
        disabled={documents.every(({ status }) => status === 'COMPLETED')}
        leftSection={<IconRefresh size={16} aria-hidden="true" />}
      >
        {t('reprocess.action')}
      </Button>
      <Button {...look} onClick={onDelete} leftSection={<IconTrash size={16} aria-hidden="true" />}>
        {t('delete.action')}
      </Button>
    </>
  )
}
