import type { WritingSubmissionView } from '@penmark/contract'
import { lazy, Suspense, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Notice } from '../../../ui/notice/notice.tsx'
import { useWritingOfDocument } from './document-query.ts'
import { GoogleHistory } from './google-history.tsx'
import classes from './record.module.css'
import { useRecordFigures } from './use-record-figures.ts'

/** The editor's schema and the replay are only fetched for a text that has a record. */
const Plot = lazy(async () => ({ default: (await import('./document-plot.tsx')).DocumentPlot }))
const Origin = lazy(async () => ({ default: (await import('./document-plot.tsx')).PassageOrigin }))

/** How the text of a report came to be: its record, or a way to open its history for a document that was not handed in from a writing task. */
export function DocumentWriting({ documentId }: { documentId: string }) {
  const { t } = useTranslation('writing-record')
  const { data, isError } = useWritingOfDocument(documentId)
  // The report is complete without it.
  if (isError) return <Notice tone="info">{t('document.failed')}</Notice>
  return data ? <Written view={data} /> : data === null && <GoogleHistory documentId={documentId} />
}

function Written({ view: { submission, summary, integrity } }: { view: WritingSubmissionView }) {
  const { t } = useTranslation('writing-record')
  const { line } = useRecordFigures()
  const heading = useId()
  return (
    <section className={classes.part} aria-labelledby={heading}>
      <h2 id={heading}>{t('title')}</h2>
      <p>{line(summary)}</p>
      {integrity === 'altered' && <Notice tone="error">{t('integrity.altered')}</Notice>}
      <Suspense>
        <Plot submissionId={submission.id} />
      </Suspense>
      <p className={classes.soft}>{t('document.noVerdict')}</p>
      <p>
        <Link to={recordAddress(submission.id)}>{t('document.watch')}</Link>
      </p>
    </section>
  )
}

/** How a passage of a report came to be; nothing where that is not known. */
export function PassageWriting({ documentId, text }: { documentId: string; text: string }) {
  const { data } = useWritingOfDocument(documentId)
  return (
    data && (
      <Suspense>
        <Origin submissionId={data.submission.id} text={text} />
      </Suspense>
    )
  )
}

const recordAddress = (submissionId: string) => `/writing/submissions/${submissionId}`
