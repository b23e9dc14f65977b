import { lazy, Suspense } from 'react'
import { loadNamespaces } from '../../../lib/i18n/i18n.ts'

/** Loaded after the report, since most texts have no record. */
const Writing = lazy(async () => {
  const [{ DocumentWriting }] = await Promise.all([import('./document-writing.tsx'), loadNamespaces(['writing-record'])])
  return { default: DocumentWriting }
})
const Passage = lazy(async () => {
  const [{ PassageWriting }] = await Promise.all([import('./document-writing.tsx'), loadNamespaces(['writing-record'])])
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

/** The line below a passage of a report about how it was written. */
export function LazyPassageWriting(props: { documentId: string; text: string }) {
  return (
    <Suspense>
      <Passage {...props} />
    </Suspense>
  )
}
