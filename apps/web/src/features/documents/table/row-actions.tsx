import type { Document } from '@penmark/contract'
import { IconRefresh, IconTrash, IconUserPlus, IconWriting, IconWritingOff } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { reportAddress } from '../../../lib/addresses/addresses.ts'
import { formatNumber, formatTime } from '../../../lib/format/format.ts'
import { DisabledRowLink, RowIcon, RowLink } from '../../../ui/table/cells.tsx'
import classes from '../documents.module.css'
import { canAssign, canView, reprocessActionOf } from '../status.ts'
import { DocumentName, Finding, Score } from './columns.tsx'

/** The actions of a row; assigning is optional. */
export interface RowHandlers {
  onAssign?: (document: Document) => void
  onReprocess: (document: Document) => void
  /** Marks it as written in class, or removes the mark. */
  onMark: (document: Document) => void
  onDelete: (document: Document) => void
}

/** What differs between the screens that list documents. */
interface RowContext {
  /**
   * The table's own translation: calling the hook in each row made scrolling slow
   * (docs/decisions/0035-small-bundles.md).
   */
  t: TFunction<'documents'>
  /** The query of a report's URL, so that its back link leads here. */
  origin?: string
  /**
   * The list of a class or a student: the report opens once the job has ended, and documents over the
   * allowance can be deleted.
   */
  owned?: boolean
}

/** Opens the report of a document; disabled, with an explanation, until there is one. */
export function ViewReport({ t, document, origin = '', owned = false }: RowContext & { document: Document }) {
  const label = t('view.label', { name: document.original_filename })
  if (owned ? document.status !== 'COMPLETED' : !canView(document)) {
    return (
      <DisabledRowLink className={classes.view} label={label}>
        {t('view')}
      </DisabledRowLink>
    )
  }
  return (
    <RowLink to={reportAddress(document, origin)} label={label}>
      {t('view')}
    </RowLink>
  )
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
      {document.status === 'LIMIT_EXCEEDED' && !context.owned ? (
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

interface NarrowDocumentRowProps {
  document: Document
  /** The query of its report's URL. */
  origin?: string
  status: ReactNode
  /** Whom it is assigned to, where shown. */
  assigned?: ReactNode
  actions: ReactNode
}

/** A row of a table of documents on a narrow screen. */
export function NarrowDocumentRow({ document, origin, status, assigned, actions }: NarrowDocumentRowProps) {
  const { t, i18n } = useTranslation('documents')
  const { word_count: words } = document
  return (
    <div className={classes.narrow}>
      <div className={classes.narrowLine}>
        <DocumentName document={document} t={t} origin={origin} />
        <Score document={document} i18n={i18n} />
      </div>
      <div className={classes.narrowLine}>
        <span className={classes.narrowFacts}>
          {document.status === 'COMPLETED' && <Finding document={document} t={t} i18n={i18n} />}
          {status}
          <span>{formatTime(i18n, document.upload_timestamp)}</span>
          {words !== null && <span>{t('words', { count: words, shown: formatNumber(i18n, words) })}</span>}
          {assigned}
        </span>
        {actions}
      </div>
    </div>
  )
}
