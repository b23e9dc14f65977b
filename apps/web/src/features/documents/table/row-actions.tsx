import type { Document } from '@penmark/contract'
import { IconRefresh, IconTrash, IconUserPlus, IconWriting, IconWritingOff } from '@tabler/icons-react'
import { RowIcon, RowLink } from '../../../ui/table/cells.tsx'
import classes from '../documents.module.css'
import { canAssign, reprocessActionOf } from '../status.ts'
import { type RowContext, ViewReport } from './document-row.tsx'

/** The actions of a row; assigning is optional. */
export interface RowHandlers {
  onAssign?: (document: Document) => void
  onReprocess: (document: Document) => void
  /** Marks it as written in class, or removes the mark. */
  onMark: (document: Document) => void
  onDelete: (document: Document) => void
}

export function RowActions({
  document,
  handlers,
  ...context
}: RowContext & { document: Document; handlers: RowHandlers }) {
  const { t } = context
  const name = document.original_filename
  const reprocessAction = reprocessActionOf(document)
  const { onAssign } = handlers
  const isMarked = document.written_in_class
  const MarkIcon = isMarked ? IconWritingOff : IconWriting
  return (
    <span className={classes.rowActions}>
      <ViewReport document={document} {...context} />
      {onAssign && (
        <RowIcon
          disabled={!canAssign(document)}
          onClick={() => onAssign(document)}
          label={t('assign.label', { name })}
          title={t('assign.action')}
        >
          <IconUserPlus size={18} stroke={1.7} aria-hidden="true" />
        </RowIcon>
      )}
      <RowIcon
        onClick={() => handlers.onMark(document)}
        label={t(isMarked ? 'unmark.label' : 'mark.label', { name })}
        title={t(isMarked ? 'unmark.action' : 'mark.action')}
      >
        <MarkIcon size={18} stroke={1.7} aria-hidden="true" />
      </RowIcon>
      {reprocessAction === 'hidden' ? (
        <span className={classes.noAction} />
      ) : (
        <RowIcon
          disabled={reprocessAction === 'disabled'}
          onClick={() => handlers.onReprocess(document)}
          label={t('reprocess.label', { name })}
          title={t('reprocess.action')}
        >
          <IconRefresh size={18} stroke={1.7} aria-hidden="true" />
        </RowIcon>
      )}
      {document.status === 'LIMIT_EXCEEDED' && !context.owned && context.sellsPlans ? (
        <RowLink to="/pricing" framed isPublicSite>
          {t('upgrade')}
        </RowLink>
      ) : (
        <RowIcon
          onClick={() => handlers.onDelete(document)}
          label={t('delete.label', { name })}
          title={t('delete.action')}
        >
          <IconTrash size={18} stroke={1.7} aria-hidden="true" />
        </RowIcon>
      )}
    </span>
  )
}
