import { type WritingSubmissionView, writingRecordRoutes } from '@penmark/contract'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { call } from '../../../lib/call/call.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import { GoogleHistory } from './google-history.tsx'
import classes from './record.module.css'
import { useRecordFigures } from './record-figures.ts'
import { RecordTrust } from './trust.tsx'

/** The editor's schema and the replay are only loaded for a text that has a record. */
const Plot = lazy(async () => ({ default: (await import('./replay-in-report.tsx')).DocumentPlot }))
const Origin = lazy(async () => ({ default: (await import('./replay-in-report.tsx')).PassageOrigin }))

/** Target of the link in the row of evidence. */
export const writingId = 'how-written'

/**
 * How the text of a report was written: its record, or, for a document not handed in from a writing task, a
 * way to open its history.
 */
export function DocumentWriting({ documentId }: { documentId: string }) {
  const { t } = useTranslation('writing-record')
  const { data, isError } = useWritingOfDocument(documentId)
  // The report is complete without it.
  if (isError) return <Notice tone="info">{t('document.failed')}</Notice>
  return data ? (
    <WritingRecord view={data} />
  ) : (
    data === null && <GoogleHistory id={writingId} documentId={documentId} />
  )
}

function WritingRecord({ view }: { view: WritingSubmissionView }) {
  const { submission, summary, integrity } = view
  const { t } = useTranslation('writing-record')
  const { line, fastest } = useRecordFigures()
  const heading = useId()
  return (
    <section id={writingId} className={classes.part} aria-labelledby={heading}>
      <h2 id={heading}>{t('title')}</h2>
      <p>{line(summary)}</p>
      {summary.fastest_stretch && <p>{fastest(summary)}</p>}
      {integrity !== 'intact' && <RecordTrust trust={{ ...view, hash: null }} />}
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

/** How a passage of a report was written; renders nothing if that is unknown. */
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

export const recordAddress = (submissionId: string) => `/writing/submissions/${submissionId}`

/** How the text of a document was written; null unless it was handed in from a writing task. */
export function useWritingOfDocument(documentId: string) {
  return useQuery({
    queryKey: ['documents', documentId, 'writing'],
    queryFn: ({ signal }) => call(writingRecordRoutes.readWritingOfDocument, { id: documentId }, { signal }),
  })
}
