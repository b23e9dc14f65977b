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
  addressOf(question: BibliographicQuestion): { path: string; query: Record<string, string> }
  /** Throws for JSON of another form. */
  recordsOf(question: BibliographicQuestion, json: unknown): BibliographicRecord[]
}
