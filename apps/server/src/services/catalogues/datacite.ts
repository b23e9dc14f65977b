import { z } from 'zod'
import {
  type BibliographicRecord,
  listOf,
  mainTitle,
  normaliseDoi,
  optional,
  plainText,
  type ServiceFormat,
  searchText,
  titleOf,
} from './record-text.ts'

const Work = z.object({
  doi: optional(z.string()),
  /** The main title has no type; others are subtitles, translations or alternatives. */
  titles: listOf(z.object({ title: z.string(), titleType: optional(z.string()) }), 20),
  creators: listOf(
    z.object({
      name: optional(z.string()),
      givenName: optional(z.string()),
      familyName: optional(z.string()),
    }),
    100,
  ),
  publicationYear: optional(z.coerce.number().int().positive().max(9_999)),
})
type Work = z.output<typeof Work>

const Data = z.object({ attributes: Work })
const SingleAnswer = z.object({ data: Data })
const ListAnswer = z.object({ data: z.array(z.unknown()) })

const fields = 'doi,titles,creators,publicationYear'
const rows = 5

function recordOf({ doi, titles, creators, publicationYear }: Work): BibliographicRecord {
  const main = titles.find(({ titleType }) => !titleType) ?? titles[0]
  const { title, isMarked } = titleOf(main?.title ?? '')
  const subtitle = titles.find(({ titleType }) => titleType === 'Subtitle')
  return {
    title,
    subtitle: plainText(subtitle?.title ?? '') || null,
    authors: creators
      .map(({ name, givenName, familyName }) =>
        plainText(familyName ? [givenName, familyName].filter(Boolean).join(' ') : (name ?? '')),
      )
      .filter(Boolean),
    years: publicationYear ? [publicationYear] : [],
    doi: normaliseDoi(doi),
    isRetracted: isMarked,
  }
}

/** Words that must all be in the title. AND, OR, NOT and a hyphen before a word would be operators. */
const plainWords = (title: string) =>
  searchText(mainTitle(title))
    .toLowerCase()
    .replace(/(^| )[-'’]+/g, '$1')

/** Registers DOIs of data, software, preprints and theses, which Crossref does not have. */
export const datacite: ServiceFormat = {
  origin: 'https://api.datacite.org',
  records: '/dois/',
  contact: null,
  addressOf(question) {
    if (question.kind === 'doi') return { path: `/dois/${encodeURIComponent(question.doi)}`, query: {} }
    const query = `titles.title:(${plainWords(question.title)})`
    return { path: '/dois', query: { query, 'page[size]': String(rows), 'fields[dois]': fields } }
  },
  recordsOf(question, json) {
    if (question.kind === 'doi') return [recordOf(SingleAnswer.parse(json).data.attributes)]
    return ListAnswer.parse(json)
      .data.slice(0, rows)
      .flatMap((each) => Data.safeParse(each).data ?? [])
      .map(({ attributes }) => recordOf(attributes))
  },
}
