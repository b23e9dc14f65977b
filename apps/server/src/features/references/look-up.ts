import type { BibliographicService, CataloguedWork, LookedUpReference } from '@penmark/contract'
import type { BibliographicQuestion, BibliographicRecord } from '../../outside/bibliography/record-text.ts'
import { type ListedWork, matchByDoi, matchByTitle } from '../../pipeline/extract.ts'

/** Asks one service; null where its answer was of no use. */
export type Ask = (service: BibliographicService, question: BibliographicQuestion) => Promise<BibliographicRecord[] | null>

const shownCharacters = 300
const shownAuthors = 4

/** Registered with another agency, so that the catalogues need not know them. */
const otherAgencies = /^10\.(?:48550|5281|6084|5061|7910|17605|17632|57967)\//

interface Found {
  service: BibliographicService
  record: BibliographicRecord
  differences: LookedUpReference['differences']
}

function workOf({ service, record }: Found): CataloguedWork {
  const { title, subtitle, authors, years, doi } = record
  const isTold = subtitle === null || title.includes(subtitle)
  return { service, title: isTold ? title : `${title}: ${subtitle}`, authors: authors.slice(0, shownAuthors), year: years[0] ?? null, doi }
}

/** A DOI that a line break cut short is no other one. */
const isSameDoi = (one: string, other: string | null) => other === null || other.startsWith(one) || one.startsWith(other)

/** What the catalogues say of one entry. They are asked in turn, the DOI first, until one knows the work. */
export async function lookUpWork(work: ListedWork, services: readonly BibliographicService[], ask: Ask): Promise<LookedUpReference> {
  const { doi, title, author, year } = work
  const entry = work.entry.length > shownCharacters ? `${work.entry.slice(0, shownCharacters).trimEnd().toWellFormed()}…` : work.entry
  const toResult = (outcome: LookedUpReference['outcome'], found: Found | null = null): LookedUpReference => ({
    entry,
    outcome,
    differences: found?.differences ?? [],
    found: found && workOf(found),
  })
  const toldOf = (found: Found) =>
    toResult(found.record.isRetracted ? 'retracted' : found.differences.length > 0 ? 'differs' : 'verified', found)
  if (doi === null && title === null) return toResult('unreadable')

  let isUnanswered = false
  const askService = async (service: BibliographicService, question: BibliographicQuestion) => {
    const records = await ask(service, question)
    if (records === null) isUnanswered = true
    return records ?? []
  }
  let behindDoi: Found | null = null
  for (const service of doi === null ? [] : services) {
    const [record] = await askService(service, { kind: 'doi', doi: doi ?? '' })
    if (record === undefined || record.title === '') continue
    const differences = matchByDoi(work, record)
    if (differences !== null) return toldOf({ service, record, differences })
    behindDoi = { service, record, differences: ['doi'] }
    break
  }
  let best: Found | null = null
  for (const service of title === null ? [] : services) {
    for (const record of await askService(service, { kind: 'title', title: title ?? '', author, year })) {
      const differences = record.title === '' ? null : matchByTitle(work, record)
      if (differences !== null && (best === null || differences.length < best.differences.length)) best = { service, record, differences }
    }
    if (best?.differences.length === 0) break
  }
  if (best !== null) {
    const hasOtherDoi = doi !== null && (behindDoi !== null || (!isSameDoi(doi, best.record.doi) && !otherAgencies.test(doi)))
    return toldOf({ ...best, differences: [...(hasOtherDoi && !isUnanswered ? (['doi'] as const) : []), ...best.differences] })
  }
  if (behindDoi !== null) return toResult('differs', behindDoi)
  return toResult(isUnanswered ? 'unanswered' : 'not_found')
}
