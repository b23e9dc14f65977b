import { z } from 'zod'
import {
  type BibliographicRecord,
  listOf,
  mainTitle,
  optional,
  plainText,
  type ServiceFormat,
  searchText,
  titleOf,
} from './record-text.ts'

const Year = z.int().positive().max(9_999)
const Work = z.object({
  title: optional(z.string()),
  subtitle: optional(z.string()),
  author_name: listOf(z.string(), 100),
  first_publish_year: optional(Year),
  /** Of all editions. */
  publish_year: listOf(Year, 200),
})
type Work = z.output<typeof Work>

const Answer = z.object({ docs: z.array(z.unknown()) })

const fields = 'key,title,subtitle,author_name,first_publish_year,publish_year'
const rows = 5

function recordOf(work: Work): BibliographicRecord {
  const { title } = titleOf(work.title ?? '')
  const first = work.first_publish_year
  return {
    title,
    subtitle: plainText(work.subtitle ?? '') || null,
    authors: work.author_name.map(plainText).filter(Boolean),
    years: [...new Set([...(first ? [first] : []), ...work.publish_year])],
    doi: null,
    isRetracted: false,
  }
}

/** Books, which the catalogues of articles often lack. It knows no DOIs. */
export const openlibrary: ServiceFormat = {
  origin: 'https://openlibrary.org',
  records: null,
  contact: null,
  addressOf(question) {
    if (question.kind === 'doi') return null
    // Every word must be in the title, and in an author's name.
    const { title, author } = question
    return {
      path: '/search.json',
      query: {
        title: searchText(mainTitle(title)),
        ...(author === null ? {} : { author: searchText(author) }),
        limit: String(rows),
        fields,
      },
    }
  },
  recordsOf(_question, json) {
    return Answer.parse(json)
      .docs.slice(0, rows)
      .flatMap((doc) => Work.safeParse(doc).data ?? [])
      .map(recordOf)
  },
}
