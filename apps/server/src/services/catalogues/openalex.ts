import { z } from 'zod'
import {
  type BibliographicRecord,
  listOf,
  normaliseDoi,
  optional,
  plainText,
  type ServiceFormat,
  searchText,
  titleOf,
} from './record-text.ts'

const Work = z.object({
  doi: optional(z.string()),
  title: optional(z.string()),
  display_name: optional(z.string()),
  publication_year: optional(z.int().positive().max(9_999)),
  is_retracted: optional(z.boolean()),
  authorships: listOf(z.object({ author: z.object({ display_name: z.string() }) }), 100),
})
type Work = z.output<typeof Work>

const SingleAnswer = z.looseObject({ id: z.string() })
const ListAnswer = z.object({ results: z.array(z.unknown()) })

const fields = 'id,doi,title,display_name,publication_year,is_retracted,authorships'
const rows = 5

function recordOf(work: Work): BibliographicRecord {
  const { title, isMarked } = titleOf(work.title ?? work.display_name ?? '')
  return {
    title,
    subtitle: null,
    authors: work.authorships.map(({ author }) => plainText(author.display_name)).filter(Boolean),
    years: work.publication_year ? [work.publication_year] : [],
    doi: normaliseDoi(work.doi),
    isRetracted: isMarked || work.is_retracted === true,
  }
}

export const openalex: ServiceFormat = {
  origin: 'https://api.openalex.org',
  records: '/works/',
  contact: 'mailto',
  addressOf(question) {
    if (question.kind === 'doi')
      return { path: `/works/doi:${encodeURIComponent(question.doi)}`, query: { select: fields } }
    // It searches titles and abstracts, which hold no names.
    return {
      path: '/works',
      query: { search: searchText(question.title), 'per-page': String(rows), select: fields },
    }
  },
  recordsOf(question, json) {
    const works =
      question.kind === 'doi' ? [SingleAnswer.parse(json)] : ListAnswer.parse(json).results.slice(0, rows)
    return works.flatMap((work) => Work.safeParse(work).data ?? []).map(recordOf)
  },
}
