import { readFileSync } from 'node:fs'
import type { Markup } from './markup.ts'

/** Texts of other kinds than stories, which are only measured. */
const measuredKinds = ['lab reports', 'summaries', 'translations', 'dictations'] as const
type MeasuredKind = (typeof measuredKinds)[number]

export type WriterGroup = 'pupils' | 'amateurs' | 'published' | 'applicants' | MeasuredKind

/** Where the name of a text's writer stands. Without a rule the writer is not known. */
export type AuthorRule =
  /** One person wrote everything. */
  | { is: string }
  /** The first group of a regular expression, found in the path or in the raw file. */
  | { path: string }
  | { text: string }

/** Where texts stand in JSON. A path names fields and places in lists, with full stops between. */
export interface FieldPaths {
  /** Leads to a list of records; without it the whole value is one. */
  each?: string
  /** Several fields are paragraphs of one text, which lacks none of them. */
  text: string | readonly string[]
  author?: string
}

/** The text of an XML file, such as one in TEI. */
export interface ElementRule {
  /** What stands in elements of this name and with these attributes is taken. */
  element: string
  where?: Readonly<Record<string, string>>
  without?: readonly string[]
  paragraphs: readonly string[]
}

/** How to take many texts out of one data file. Columns of a table are counted from 0. */
export type Records =
  | ({ format: 'json' } & FieldPaths)
  | ({ format: 'json-lines' } & FieldPaths)
  | { format: 'json-values'; text: string; author: string; changes: string }
  | { format: 'table'; text: number; author: number; pattern: string }
  | { format: 'xml'; element: string }
  /** A page of many pieces, each under a heading that matches. */
  | { format: 'sections'; heading: string }
  /** Texts of as many writers one after another, apart by what matches. */
  | { format: 'parts'; between: string }
  | ({ format: 'elements' } & ElementRule)
  /** A conversation. The first group names the speaker; a turn without a name is left out. */
  | { format: 'turns'; speaker: string }

/** Files of one public repository at one commit. */
export interface CreativeSource {
  repository: string
  commit: string
  group: WriterGroup
  /** As the repository states it. */
  licence: string
  domain: string
  /** A regular expression on the path. */
  files: string
  except?: string
  /** A regular expression on the raw file, such as its category. */
  holds?: string
  markup: Markup
  author?: AuthorRule
  records?: Records
  /** Regular expressions of what is no prose of the writer, such as headings, in the text with its marks. */
  without?: readonly string[]
  /** Texts taken from one file, each a stretch of its own; 1 by default. */
  pieces?: number
  /** Texts of one writer, and of all unknown writers together; 40 by default, 3 of an applicant or a measured kind. */
  perWriter?: number
  /** Texts of the whole source. */
  atMost?: number
  /** A source of the lab that may hold texts of the same writers: files with one of its texts are left out. */
  alsoIn?: string
  /** All files are parts of one work, such as a novel. */
  oneWork?: boolean
  /** Lines are broken for a page, so short lines are no sign of verse. */
  shortLines?: boolean
  /** Keeps only texts that tell what happened, of files that also hold letters and opinions. */
  narrativesOnly?: boolean
  /** The licence or an overlap forbids learning, whatever the repository's name hashes to. */
  measureOnly?: boolean
  /** The texts were published on this day in a data set that the repository only copies. */
  released?: string
}

/** What is gathered together: a list of sources, and the page of the lab that says what was taken from them. */
export interface Collection {
  list: string
  page: string
  groups: readonly WriterGroup[]
}

export const collections: readonly Collection[] = [
  { list: 'sources.json', page: 'creative-texts.md', groups: ['pupils', 'amateurs', 'published'] },
  { list: 'personal-statements.json', page: 'personal-statements.md', groups: ['applicants'] },
  { list: 'measured-kinds.json', page: 'measured-kinds.md', groups: measuredKinds },
]

export function isMeasuredKind(group: WriterGroup): boolean {
  return (measuredKinds as readonly WriterGroup[]).includes(group)
}

/** The file without extensions that holds the texts of a group. */
export function corpusOf(group: WriterGroup): string {
  if (isMeasuredKind(group)) return group.replace(' ', '_')
  return group === 'applicants' ? 'personal_statements' : `creative_${group}`
}

export function listedSources({ list }: Collection): CreativeSource[] {
  return JSON.parse(readFileSync(new URL(list, import.meta.url), 'utf8')) as CreativeSource[]
}
