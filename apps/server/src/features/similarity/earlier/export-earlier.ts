import {
  csvLine,
  csvMark,
  type Document,
  type EarlierMatch,
  type LongAttachment,
  type SchoolMatch,
  type SourceMatch,
} from '@penmark/contract'
import type { Caller } from '../../../http/caller.ts'
import { utf8Chunks } from '../../../lib/chunks.ts'
import { timeFormatter } from '../../../locale/time-formatter.ts'
import type { Database } from '../../../services/database/database.ts'
import { readClassGroup } from '../../classes/index.ts'
import {
  type ClassExportRequest,
  type ExportTexts,
  loadExportTexts,
  readClassDocuments,
} from '../../documents/index.ts'
import { readSchoolMatches } from '../school/read-matches.ts'
import { readSourceMatches } from '../sources/read-matches.ts'
import { readEarlierMatches } from './read-earlier.ts'

const columnTitles = [
  'export:overlap.document',
  'export:overlap.student',
  'export:overlap.words',
  'export:overlap.shareA',
  'export:overlap.what',
  'export:overlap.standsIn',
  'export:overlap.by',
  'export:overlap.class',
  'export:overlap.handedIn',
]

type Cells = (string | number | null)[]

interface Found {
  words: number
  /** How many words and what share of them, as they are told. */
  figures: Cells
  /** What it is, its name, its student, its class, and when it was handed in. */
  cells: Cells
}

const classOf = ({ class_name, academic_year }: Pick<EarlierMatch, 'class_name' | 'academic_year'>) =>
  class_name === null || academic_year === null ? class_name : `${class_name} (${academic_year})`

function ofEarlier(match: EarlierMatch, texts: ExportTexts, formatTime: (iso: string) => string): Found {
  const { words, share, document, is_own_work, handed_in_at } = match
  const what = texts.text(is_own_work ? 'export:overlap.ownWork' : 'export:overlap.otherWork')
  return {
    words,
    figures: [words, texts.score(share)],
    cells: [
      what,
      document.original_filename,
      document.student_name,
      classOf(match),
      formatTime(handed_in_at),
    ],
  }
}

function ofSource(match: SourceMatch, texts: ExportTexts): Found {
  return {
    words: match.words,
    figures: [match.words, texts.score(match.share)],
    cells: [texts.text('export:overlap.source'), match.name, null, classOf(match), null],
  }
}

/** In bands: exact figures are only for those who both agreed, on the page of their request. */
function ofSchool(match: SchoolMatch, texts: ExportTexts): Found {
  const { words, part } = match
  const teacher = [match.teacher_name, match.teacher_email].filter((part) => part !== null).join(', ')
  const what = texts.text('export:overlap.school', { teacher })
  const figures = [
    texts.text('export:overlap.about', { words: String(words) }),
    texts.text(`export:overlap.part.${part}`),
  ]
  return { words, figures, cells: [what, null, null, null, match.handed_in_on] }
}

/** Documents whose matches are read at once. */
const documentsAtOnce = 100

/**
 * What the documents of the caller's class share with earlier ones, with sources and with those of other
 * teachers, as CSV. It is streamed while it is read.
 */
export async function exportEarlier(
  database: Database,
  { id, language = 'en-GB', time_zone }: ClassExportRequest,
  caller: Caller,
): Promise<LongAttachment> {
  await readClassGroup(database, id, caller)
  const texts = await loadExportTexts(language)
  const formatTime = timeFormatter(time_zone)
  const { teacher_id } = caller
  const line = (cells: Cells) => csvLine(cells, texts.cellSeparator)

  async function foundIn(documents: readonly Document[]): Promise<Map<string, Found[]>> {
    const earlier = await readEarlierMatches(database, teacher_id, documents)
    const ids = documents.map((document) => document.id)
    const sources = await readSourceMatches(database, teacher_id, ids)
    const school = await readSchoolMatches(database, teacher_id, ids)
    const all = (of: string) => [
      ...(earlier.get(of) ?? []).map((match) => ofEarlier(match, texts, formatTime)),
      ...(sources.get(of) ?? []).map((match) => ofSource(match, texts)),
      ...(school?.get(of) ?? []).map((match) => ofSchool(match, texts)),
    ]
    return new Map(ids.map((of) => [of, all(of).toSorted((a, b) => b.words - a.words)]))
  }

  async function* lines(): AsyncGenerator<string> {
    yield csvMark + line(columnTitles.map((key) => texts.text(key)))
    const all: Document[] = []
    for await (const document of readClassDocuments(database, id, caller)) all.push(document)
    for (let start = 0; start < all.length; start += documentsAtOnce) {
      const documents = all.slice(start, start + documentsAtOnce)
      const found = await foundIn(documents)
      for (const { id: of, original_filename, student_details: student } of documents)
        for (const { figures, cells } of found.get(of) ?? [])
          yield line([
            original_filename,
            student && `${student.first_name} ${student.last_name}`,
            ...figures,
            ...cells,
          ])
    }
  }
  return { filename: texts.text('export:overlap.earlierFile'), chunks: utf8Chunks(lines()) }
}
