import * as z from 'zod/mini'
import { defineRoute } from '../calls/route.ts'
import { Id, Time } from '../values/scalars.ts'

/** Public catalogues of scholarly works that an installation may ask. */
export const bibliographicServices = ['crossref', 'openalex', 'datacite', 'openlibrary'] as const
export type BibliographicService = (typeof bibliographicServices)[number]

export const lookUpStates = ['waiting', 'looking', 'ready', 'failed'] as const

/**
 * What a catalogue says of an entry. `differs`: of a work like it, with other details. `not_found` proves
 * nothing. `unreadable`: the entry has no DOI, and its title, author and year could not be read.
 * `unanswered`: no catalogue could be reached.
 */
export const referenceOutcomes = [
  'retracted',
  'differs',
  'not_found',
  'verified',
  'unreadable',
  'unanswered',
] as const
export type ReferenceOutcome = (typeof referenceOutcomes)[number]

export const referenceFields = ['doi', 'title', 'author', 'year'] as const

export const CataloguedWork = z.object({
  service: z.enum(bibliographicServices),
  title: z.string(),
  /** The first few. */
  authors: z.array(z.string()),
  year: z.nullable(z.int()),
  doi: z.nullable(z.string()),
})
export type CataloguedWork = z.infer<typeof CataloguedWork>

export const LookedUpReference = z.object({
  /** The entry as written in the list. */
  entry: z.string(),
  outcome: z.enum(referenceOutcomes),
  /** In what the entry and the catalogue differ. */
  differences: z.array(z.enum(referenceFields)),
  /** The work that the catalogue has; null if it has none. */
  found: z.nullable(CataloguedWork),
})
export type LookedUpReference = z.infer<typeof LookedUpReference>

/** The references of a document, looked up at a teacher's request. Never part of the score. */
export const ReferenceLookUp = z.object({
  document_id: Id,
  /** The catalogues that this installation asks; empty if looking up is turned off. */
  services: z.array(z.enum(bibliographicServices)),
  /** Null if nobody has looked them up. */
  state: z.nullable(z.enum(lookUpStates)),
  /** How many entries were read, and how many of them have been looked up. */
  references: z.int(),
  done: z.int(),
  /** In the order of the list. */
  results: z.array(LookedUpReference),
  completed_at: z.nullable(Time),
})
export type ReferenceLookUp = z.infer<typeof ReferenceLookUp>

/** The names of the services, which are the same in every language. */
export const serviceNames: Record<BibliographicService, string> = {
  crossref: 'Crossref',
  openalex: 'OpenAlex',
  datacite: 'DataCite',
  openlibrary: 'Open Library',
}

/** The results by outcome, what deserves a look first. */
export function referenceGroups(
  results: readonly LookedUpReference[],
): { outcome: ReferenceOutcome; results: LookedUpReference[] }[] {
  return referenceOutcomes
    .map((outcome) => ({ outcome, results: results.filter((result) => result.outcome === outcome) }))
    .filter((group) => group.results.length > 0)
}

/** A catalogue's work in one line, as reference lists have it. */
export function cataloguedWorkLine({ title, authors, year, doi }: CataloguedWork): string {
  const parts = [
    `${authors.join(', ')}${year === null ? '' : ` (${year})`}`.trim(),
    title,
    doi === null ? '' : `https://doi.org/${doi}`,
  ]
  return parts.filter((part) => part !== '').join('. ')
}

const byId = z.object({ id: z.string() })

/** Calls about the references of a document in public catalogues. */
export const referenceRoutes = {
  readReferenceLookUp: defineRoute({
    method: 'GET',
    path: '/results/document/:id/references',
    access: 'teacher',
    scope: 'reports:read',
    summary:
      'What public catalogues say of the references, if somebody had them looked up; 409 while there is no result',
    input: byId,
    reply: ReferenceLookUp,
  }),
  lookUpReferences: defineRoute({
    method: 'POST',
    path: '/results/document/:id/references',
    access: 'teacher',
    success: 202,
    summary: 'Look the references up in public catalogues; 409 where the operator has not turned it on',
    input: byId,
    reply: ReferenceLookUp,
  }),
} as const
