import type { Document, DocumentOverlap } from '@penmark/contract'
import { readableName, sharedCell } from '@penmark/wording'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatNumber } from '../../../lib/format/format.ts'
import { EvidenceCell } from '../../../ui/evidence/evidence-row.tsx'
import {
  isUnderway,
  pairAddress,
  sharedPassagesAddress,
  useComparison,
  useDocumentOverlap,
} from '../queries.ts'
import { comparedSetsOf } from './shared-in-report.tsx'

type Owned = Pick<Document, 'id' | 'class_group_id' | 'batch_id'>

/** What the text shares with others of its class or upload. Renders nothing for a document without either. */
export function SharedCell({ document }: { document: Owned }) {
  const [compared] = comparedSetsOf(document)
  return compared === undefined ? null : <Cell document={document} compared={compared} />
}

function Cell({ document, compared }: { document: Owned; compared: Parameters<typeof useComparison>[0] }) {
  const { t, i18n } = useTranslation('report')
  const { data: overlaps, isError } = useDocumentOverlap(document.id)
  const comparison = useComparison(compared)
  const most = overlaps?.toSorted((a, b) => b.words - a.words)[0]
  const isOfClass = most ? most.class_group_id !== null : 'class_group_id' in compared
  const title = t(isOfClass ? 'evidence.class' : 'evidence.upload')
  if (isError || comparison.isError) return null
  if (overlaps === undefined || comparison.isPending) return <EvidenceCell title={title} tone={null} />
  const link = (address: string) => <Link to={address}>{t('evidence.compare')}</Link>
  if (most === undefined && comparison.data?.state !== 'ready')
    return (
      <EvidenceCell title={title} tone="quiet" action={link(sharedPassagesAddress(compared))}>
        {t(comparison.data && isUnderway(comparison.data) ? 'evidence.comparing' : 'evidence.notCompared')}
      </EvidenceCell>
    )
  const shared = most
    ? { documents: most.documents, words: most.words, name: otherOf(most, document.id) }
    : { documents: 0, words: 0, name: null }
  const { tone, text } = sharedCell(shared, {
    text: (key, values) => t(key, values),
    count: (value) => formatNumber(i18n, value),
  })
  return (
    <EvidenceCell title={title} tone={tone} action={most && link(addressOf(most))}>
      {text}
    </EvidenceCell>
  )
}

/** The name of the document with which it shares most. */
function otherOf({ pairs }: DocumentOverlap, documentId: string): string | null {
  const other = pairs[0]?.documents.find(({ id }) => id !== documentId)
  return other ? (other.student_name ?? readableName(other)) : null
}

function addressOf({ class_group_id, batch_id, documents, pairs: [first] }: DocumentOverlap): string {
  const compared = class_group_id === null ? { batch_id: batch_id ?? '' } : { class_group_id }
  return documents === 1 && first ? pairAddress(compared, first.id) : sharedPassagesAddress(compared)
}
