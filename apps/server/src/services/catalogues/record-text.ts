import { z } from 'zod'

const longestText = 500

/** Text of a foreign record, without markup and characters that a database or a screen cannot take. */
export function plainText(text: string): string {
  return (
    text
      .slice(0, longestText * 4)
      .replace(/<[^<>]{0,100}>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
      // Control characters, and characters that turn the direction of text.
      .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, longestText)
      .toWellFormed()
  )
}

/** A value of a foreign record; whatever has another type counts as absent. */
export const optional = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null)

/** The well-formed items of a list, at most `maximum`. */
export const listOf = <T extends z.ZodType>(schema: T, maximum: number) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((items) =>
      items.slice(0, maximum).flatMap((item) => {
        const { success, data } = schema.safeParse(item)
        return success ? [data as z.output<T>] : []
      }),
    )

/** A DOI as it is compared and shown: without the resolver's address, in lower case. */
export function normaliseDoi(value: string | null | undefined): string | null {
  const doi = plainText(value ?? '')
    .replace(/^https?:\/\/(?:dx\.)?doi\.org\//i, '')
    .toLowerCase()
  return /^10\.\d{4,9}[./]\S/.test(doi) ? doi : null
}

const retractedTitle = /^\s*(?:RETRACTED(?: ARTICLE| CHAPTER)?|WITHDRAWN(?: ARTICLE)?)\s*[:.]\s*/

/** Publishers put the mark before the title of a retracted work. */
export function titleOf(text: string): { title: string; isMarked: boolean } {
  const cleaned = plainText(text)
  return { title: cleaned.replace(retractedTitle, ''), isMarked: retractedTitle.test(cleaned) }
}

/** Search words, without the operators of a query language. */
export const searchText = (text: string): string =>
  text
    .replace(/[^\p{L}\p{M}\p{N}'’ -]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** A title without its subtitle, which some catalogues keep apart. */
export const mainTitle = (title: string): string => title.split(/[:?–—]\s/, 1)[0] || title

/** A work as a catalogue describes it. */
export interface BibliographicRecord {
  title: string
  subtitle: string | null
  authors: string[]
  years: number[]
  doi: string | null
  isRetracted: boolean
}

/** All that ever leaves the machine about a reference. */
export type BibliographicQuestion =
  | { kind: 'doi'; doi: string }
  | { kind: 'title'; title: string; author: string | null; year: number | null }

/** One service's addresses and its form of a record. */
export interface ServiceFormat {
  origin: string
  /** Where the path of a record begins; null for a service that never redirects to one. */
  records: string | null
  /** The parameter in which it wants the operator's address; null if the user agent's is enough. */
  contact: 'mailto' | null
  /** Null for a question that the service cannot answer. */
  addressOf(question: BibliographicQuestion): { path: string; query: Record<string, string> } | null
  /** Throws for JSON of another form. */
  recordsOf(question: BibliographicQuestion, json: unknown): BibliographicRecord[]
}
