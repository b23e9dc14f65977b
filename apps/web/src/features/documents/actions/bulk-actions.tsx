import { Button } from '@mantine/core'
import type { Document } from '@penmark/contract'
import { IconRefresh, IconSchool, IconSchoolOff, IconTrash, IconUserPlus } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Leaving } from '../../../ui/table/use-leaving.ts'

interface BulkActionsProps {
  documents: readonly Document[]
  onAssign: () => void
  onReprocess: () => void
  /** Marks all of them as written in class, or removes the mark where all have it. */
  onMark: (written: boolean) => void
  onDelete: () => void
}

/** The actions for a selection. Reprocess needs at least one document that is not completed. */
export function BulkActions({ documents, onAssign, onReprocess, onMark, onDelete }: BulkActionsProps) {
  const { t } = useTranslation('documents')
  const areMarked = documents.every(({ written_in_class }) => written_in_class)
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
      <Button
        {...look}
        onClick={() => onMark(!areMarked)}
        leftSection={areMarked ? <IconSchoolOff size={16} aria-hidden="true" /> : <IconSchool size={16} aria-hidden="true" />}
      >
        {t(areMarked ? 'unmark.action' : 'mark.action')}
      </Button>
      <Button {...look} onClick={onDelete} leftSection={<IconTrash size={16} aria-hidden="true" />}>
        {t('delete.action')}
      </Button>
    </>
  )
}

/** The selected documents. Only those that the filter shows count, so that no action reaches a hidden document. */
export function useSelection(documents: readonly Document[], leaving: ReadonlyMap<string, Leaving>) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const chosen = useMemo(
    () => (selected.size === 0 ? [] : documents.filter(({ id }) => selected.has(id) && !leaving.has(id))),
    [documents, leaving, selected],
  )
  const clear = useCallback(() => setSelected(new Set()), [])
  return { selected, setSelected, chosen, clear }
}
