import { type Document, type EarlierDocument, type EarlierWriting, historyLargest, knownTexts } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import type { Owner } from '../../http/caller.ts'
import { compareWriting, profileTexts, sameWriterRate, type WritingProfile } from '../../pipeline/compare-writing.ts'
import { listNewestOfStudent, readTextStarts, type ScoredDocument } from '../documents/read-documents.ts'
import { requireResults } from '../reports/read-report.ts'

/** The start of a long text says how it is written, and keeps the time of a comparison bounded. */
const charactersRead = 40_000
/** More than are compared, because copies and texts without words drop out. */
const knownRead = 16

/** The places of these measures in a profile's `style`. */
const places = { sentence_words: 0, word_letters: 2 } as const

function toEarlier({ id, original_filename, ...document }: ScoredDocument, { style }: WritingProfile): EarlierDocument {
  const { created_at, score, written_in_class } = document
  return {
    document_id: id,
    created_at: created_at.toISOString(),
    filename: original_filename,
    score,
    written_in_class,
    sentence_words: style[places.sentence_words] ?? 0,
    word_letters: style[places.word_letters] ?? 0,
  }
}

/** The keys of texts that differ from each other and from `text`, in order. */
function withoutCopies(texts: ReadonlyMap<string, string>, ids: readonly string[], text: string): string[] {
  const seen = new Set([text])
  return ids.filter((id) => {
    const own = texts.get(id)
    if (own === undefined || seen.has(own)) return false
    seen.add(own)
    return true
  })
}

/** Compares a document with the known work of its student, as it is now: only the same teacher's documents, and none that was deleted or unmarked. */
async function compareWithEarlier(database: Database, document: Document): Promise<EarlierWriting> {
  const { id, teacher_id, student_id, score } = document
  if (student_id === null || score === null) {
    const uncompared = compareWriting([], { words: 0, style: [], words_and_marks: [] })
    return { ...uncompared, outcome: student_id === null ? 'no-student' : 'not-scored', needed: 0, measured: sameWriterRate, history: [] }
  }
  const newest = await listNewestOfStudent(database, teacher_id, student_id, { limit: historyLargest })
  const marked = await listNewestOfStudent(database, teacher_id, student_id, { limit: knownRead, knownFrom: knownTexts.words })
  const itself = { ...document, score, created_at: new Date(document.upload_timestamp) }
  const documents = new Map([...newest, ...marked, itself].map((one): [string, ScoredDocument] => [one.id, one]))
  const texts = await readTextStarts(database, teacher_id, [...new Set([id, ...documents.keys()])], charactersRead)
  const profiles = await profileTexts(texts)
  const profilesOf = (ids: readonly string[]) => ids.flatMap((one) => profiles.get(one) ?? [])
  const known = withoutCopies(
    texts,
    marked.map((one) => one.id).filter((one) => one !== id),
    texts.get(id) ?? '',
  )
  const comparison = compareWriting(profilesOf(known), profiles.get(id) ?? { words: 0, style: [], words_and_marks: [] })
  return {
    ...comparison,
    needed: Math.max(0, knownTexts.fewest - comparison.known),
    measured: sameWriterRate,
    history: [...documents.values()]
      .toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())
      .flatMap((one) => profilesOf([one.id]).map((profile) => toEarlier(one, profile))),
  }
}

/** The caller's own document beside the student's earlier writing; 409 while there is no report. */
export async function readEarlierWriting(database: Database, id: string, caller: Owner): Promise<EarlierWriting> {
  const { document } = await requireResults(database, id, caller)
  return compareWithEarlier(database, document)
}
