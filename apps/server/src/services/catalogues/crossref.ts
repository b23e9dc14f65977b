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

const DateParts = optional(z.object({ 'date-parts': z.array(z.array(z.unknown())) }))
const Update = z.object({ DOI: optional(z.string()), type: z.string() })
const Work = z.object({
  DOI: optional(z.string()),
  title: listOf(z.string(), 1),
  subtitle: listOf(z.string(), 1),
  author: listOf(
    z.object({ given: optional(z.string()), family: optional(z.string()), name: optional(z.string()) }),
    100,
  ),
  editor: listOf(
    z.object({ given: optional(z.string()), family: optional(z.string()), name: optional(z.string()) }),
    20,
  ),
  issued: DateParts,
  'published-print': DateParts,
  'published-online': DateParts,
  /** On a retracted work, the notice; on the notice, the work. */
  'updated-by': listOf(Update, 50),
  'update-to': listOf(Update, 50),
})
type Work = z.output<typeof Work>

const SingleAnswer = z.object({ message: z.looseObject({ DOI: z.string() }) })
const ListAnswer = z.object({ message: z.object({ items: z.array(z.unknown()) }) })

const fields = 'DOI,title,subtitle,author,editor,issued,published-print,published-online,updated-by,update-to'
const rows = 5

const retracting = new Set(['retraction', 'withdrawal', 'removal'])
const retractions = (updates: Work['update-to']) =>
  updates.filter(({ type }) => retracting.has(type.toLowerCase()))

function yearOf(date: Work['issued']): number[] {
  const year = date?.['date-parts'][0]?.[0]
  return typeof year === 'number' && Number.isInteger(year) && year > 0 && year < 10_000 ? [year] : []
}

function recordOf(work: Work): BibliographicRecord {
  const { title, isMarked } = titleOf(work.title[0] ?? '')
  const people = work.author.length > 0 ? work.author : work.editor
  return {
    title,
    subtitle: plainText(work.subtitle[0] ?? '') || null,
    authors: people
      .map(({ given, family, name }) => plainText([given, family ?? name].filter(Boolean).join(' ')))
      .filter(Boolean),
    years: [...new Set([work.issued, work['published-print'], work['published-online']].flatMap(yearOf))],
    doi: normaliseDoi(work.DOI),
    isRetracted: isMarked || retractions(work['updated-by']).length > 0,
  }
}

export const crossref: ServiceFormat = {
  origin: 'https://api.crossref.org',
  records: '/works/',
  contact: 'mailto',
  addressOf(question) {
    if (question.kind === 'doi') return { path: `/works/${encodeURIComponent(question.doi)}`, query: {} }
    const { title, author, year } = question
    const words = [title, author ?? '', year === null ? '' : String(year)]
      .map(searchText)
      .filter((each) => each !== '')
    return {
      path: '/works',
      query: { 'query.bibliographic': words.join(' '), rows: String(rows), select: fields },
    }
  },
  recordsOf(question, json) {
    if (question.kind === 'doi') return [recordOf(Work.parse(SingleAnswer.parse(json).message))]
    const works = ListAnswer.parse(json)
      .message.items.slice(0, rows)
      .flatMap((item) => Work.safeParse(item).data ?? [])
    const retracted = new Set(
      works.flatMap((work) => retractions(work['update-to']).flatMap(({ DOI }) => normaliseDoi(DOI) ?? [])),
    )
    // A retraction notice has the title of its work but is not the work.
    return works
      .filter((work) => retractions(work['update-to']).length === 0)
      .map(recordOf)
      .map((record) => ({
        ...record,
        isRetracted: record.isRetracted || (record.doi !== null && retracted.has(record.doi)),
      }))
  },
}
