import type { Document } from '@penmark/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { showNumber, showTime } from '../../lib/format/format.ts'
import { DocumentName } from './document-name.tsx'
import classes from './documents.module.css'
import { Score } from './score.tsx'

interface DocumentInTwoLinesProps {
  document: Document
  status: ReactNode
  /** Whom it is assigned to, where that is shown. */
  assigned?: ReactNode
  actions: ReactNode
}

/** A row of a table of documents on a narrow screen. */
export function DocumentInTwoLines({ document, status, assigned, actions }: DocumentInTwoLinesProps) {
  const { t, i18n } = useTranslation('documents')
  const { word_count: words } = document
  return (
    <div className={classes.narrow}>
      <div className={classes.narrowLine}>
        <DocumentName document={document} />
        <Score document={document} i18n={i18n} />
      </div>
      <div className={classes.narrowLine}>
        <span className={classes.narrowFacts}>
          {status}
          <span>{showTime(i18n, document.upload_timestamp)}</span>
          {words !== null && <span>{t('words', { count: words, shown: showNumber(i18n, words) })}</span>}
          {assigned}
        </span>
        {actions}
      </div>
    </div>
  )
}
