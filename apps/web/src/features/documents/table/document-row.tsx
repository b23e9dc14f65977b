import type { Document } from '@penmark/contract'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { reportAddress } from '../../../lib/addresses/addresses.ts'
import { formatNumber, formatTime } from '../../../lib/format/format.ts'
import { DisabledRowLink, RowLink } from '../../../ui/table/cells.tsx'
import classes from '../documents.module.css'
import { canView } from '../status.ts'
import { DocumentName, Finding, Score } from './columns.tsx'

/** What differs between the screens that list documents. */
export interface RowContext {
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
  /** Whether plans can be paid for here, so that an upgrade is offered. */
  sellsPlans?: boolean
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
