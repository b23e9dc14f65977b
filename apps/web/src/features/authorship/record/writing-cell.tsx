import { writingTone } from '@penmark/wording'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { EvidenceCell } from '../../../ui/evidence/evidence-row.tsx'
import { recordAddress, useWritingOfDocument, writingId } from './document-writing.tsx'
import { useRecordFigures } from './record-figures.ts'

/** How the text came to be, in one line; for a document from elsewhere, a way to open its history. */
export function WritingCell({ documentId, title }: { documentId: string; title: string }) {
  const { t } = useTranslation('writing-record')
  const { line, fastest } = useRecordFigures()
  const { data, isError, isPending } = useWritingOfDocument(documentId)
  if (isError) return null
  if (isPending) return <EvidenceCell title={title} tone={null} />
  if (data === null)
    return (
      <EvidenceCell title={title} tone="quiet" action={<a href={`#${writingId}`}>{t('cell.google')}</a>}>
        {t('cell.none')}
      </EvidenceCell>
    )
  const { submission, summary, integrity } = data
  return (
    <EvidenceCell
      title={title}
      tone={writingTone(data)}
      action={<Link to={recordAddress(submission.id)}>{t('cell.watch')}</Link>}
    >
      {integrity === 'altered' ? t('integrity.altered') : `${line(summary)}. ${fastest(summary)}`.trim()}
    </EvidenceCell>
  )
}
