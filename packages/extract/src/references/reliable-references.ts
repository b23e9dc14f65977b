import type { ExtractedFact, Extraction } from '../extraction/extraction.ts'

/** An entry of a style with numbers: `[3] Jacobs, J.` or `3. Jacobs, J.` */
const isNumbered = /^[[(]?\d{1,3}[\]).]/

const isComparison = ({ kind }: ExtractedFact) => kind === 'unlisted-citation' || kind === 'uncited-reference'

/** In PDFs names, brackets and lines lose their places; a number that stands nowhere is cited nowhere. */
const isReliableInPdf = ({ kind, value }: ExtractedFact) =>
  kind === 'uncited-reference' && isNumbered.test(value ?? '')

/**
 * What of the references may be said of a file, or of a pasted text without a type. Notes are not part of the
 * text, and whole styles cite in them: beside notes, nothing says that an entry is cited nowhere. Of PDFs only
 * what proved right in 95 of 100 cases is said: docs/evaluation/references.md.
 */
export function reliableReferences(
  references: readonly ExtractedFact[],
  { fileType, facts }: { fileType: Extraction['fileType'] | null; facts: readonly ExtractedFact[] },
): ExtractedFact[] {
  const hasNotes = facts.some(({ kind, name }) => kind === 'left-out' && name === 'notes')
  const kept = references.filter(
    (fact) =>
      !(hasNotes && fact.kind === 'uncited-reference') &&
      !(fileType === 'pdf' && isComparison(fact) && !isReliableInPdf(fact)),
  )
  if (fileType !== 'pdf' || kept.some(isComparison)) return kept
  return kept.map((fact) => (fact.kind === 'reference-list' ? { ...fact, name: 'not-compared' } : fact))
}
