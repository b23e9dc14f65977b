import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { loadNamespaces } from '../../../lib/i18n/i18n.ts'
import { EvidenceCell } from '../../../ui/evidence/evidence-row.tsx'

/** Loaded after the report, since most texts have no record. */
const Writing = lazy(async () => {
  const [{ DocumentWriting }] = await Promise.all([
    import('./document-writing.tsx'),
    loadNamespaces(['writing-record']),
  ])
  return { default: DocumentWriting }
})
const Cell = lazy(async () => {
  const [{ WritingCell }] = await Promise.all([
    import('./writing-cell.tsx'),
    loadNamespaces(['writing-record']),
  ])
  return { default: WritingCell }
})
const Passage = lazy(async () => {
  const [{ PassageWriting }] = await Promise.all([
    import('./document-writing.tsx'),
    loadNamespaces(['writing-record']),
  ])
  return { default: PassageWriting }
})

/** The part of a report about how its text was written. */
export function LazyDocumentWriting({ documentId }: { documentId: string }) {
  return (
    <Suspense>
      <Writing documentId={documentId} />
    </Suspense>
  )
}

/** The cell of a report about how its text was written. */
export function LazyWritingCell({ documentId }: { documentId: string }) {
  const { t } = useTranslation('report')
  const title = t('evidence.writing')
  return (
    <Suspense fallback={<EvidenceCell title={title} tone={null} />}>
      <Cell documentId={documentId} title={title} />
    </Suspense>
  )
}

/** The line below a passage of a report about how it was written. */
export function LazyPassageWriting(props: { documentId: string; text: string }) {
  return (
    <Suspense>
      <Passage {...props} />
    </Suspense>
  )
}
