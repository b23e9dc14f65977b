import type { Document } from '@penmark/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatTime } from '../../../lib/format/format.ts'
import classes from '../documents.module.css'
import { DocumentName, Finding, Score } from './columns.tsx'

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
