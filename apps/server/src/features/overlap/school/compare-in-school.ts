import { randomUUID } from 'node:crypto'
import { tellingSharedWords } from '@penmark/reading'
import type { Connection, Database } from '../../../database/database.ts'
import { sha256 } from '../../../security/secrets.ts'
import { readDocumentsById } from '../../documents/lists/findings-of.ts'
import { lockDocuments, readComparables, readTexts } from '../../documents/read-documents.ts'
import { compareWithOthersInSlices, fingerprintsToLookUp, type TextWithSources } from '../compare-texts.ts'
import { selectAlikeInSchool } from '../earlier/fingerprint-store.ts'
import { selectSourceTexts } from '../sources/source-store.ts'
import { replaceMatches } from './match-store.ts'
import { isSchoolCompared, lockSchoolCompared } from './setting.ts'
import type { SchoolMatchRow } from './tables.ts'

/**
 * As for the teacher's own documents: those most alike are compared word by word, as long as they have no
 * more words than these together.
 */
const limits = { documents: 24, words: 300_000 } as const

interface Compared extends Required<TextWithSources> {
  document_id: string
  teacher_id: string
  assignment: string
  /** The teacher's own documents that are most like it. */
  ownTexts: readonly TextWithSources[]
}

interface OtherDocument extends TextWithSources {
  id: string
  teacher_id: string
}

/** The documents of other teachers that are most like a text. Each is read as its own teacher's. */
async function readAlikeInSchool(
  database: Database,
  { teacher_id, text, assignment }: Compared,
): Promise<OtherDocument[]> {
  const alike = await selectAlikeInSchool(
    database,
    teacher_id,
    fingerprintsToLookUp(text, assignment),
    limits.documents,
  )
  const words = new Map<string, number>()
  const texts = new Map<string, string>()
  const teachers = [...new Set(alike.map((other) => other.teacher_id))]
  const idsOf = (owner: string) => alike.flatMap((other) => (other.teacher_id === owner ? [other.id] : []))
  for (const owner of teachers)
    for (const other of await readComparables(database, owner, idsOf(owner))) words.set(other.id, other.words)
  let sum = 0
  const compared = alike.filter(({ id }) => {
    sum += words.get(id) ?? 0
    return sum <= limits.words
  })
  for (const owner of teachers)
    for (const [id, read] of await readTexts(database, owner, idsOf(owner))) texts.set(id, read)
  const classes = new Map<string, string | null>()
  for (const owner of teachers)
    for (const other of await readDocumentsById(database, owner, idsOf(owner)))
      classes.set(other.id, other.class_group_id)
  const sources = await selectSourceTexts(database, [...new Set(classes.values())])
  return compared.flatMap((other) => {
    const read = texts.get(other.id)
    const ofClass = sources.get(classes.get(other.id) ?? '') ?? []
    return read === undefined ? [] : [{ ...other, text: read, sources: ofClass.map((source) => source.text) }]
  })
}

interface Found {
  /** Words that ten or more documents of the school share. */
  common: number
  /**
   * Stores the matches in the transaction that ends the comparison, unless an administrator has switched it
   * off.
   */
  store(connection: Connection): Promise<void>
}

const nothing: Found = { common: 0, store: async () => undefined }

/**
 * Compares a document with those of other teachers. What is common is judged over their documents and the
 * teacher's own together, so that a worksheet of the whole school is set aside for everybody. Only passages
 * long enough to tell something are kept: each names a colleague.
 */
export async function compareInSchool(
  database: Database,
  compared: Compared,
  signal: AbortSignal,
): Promise<Found> {
  if (!(await isSchoolCompared(database))) return nothing
  const { document_id, teacher_id, text, sources, assignment, ownTexts } = compared
  const others = await readAlikeInSchool(database, compared)
  const { found, left_out } = await compareWithOthersInSlices(
    { text, sources },
    [...others, ...ownTexts],
    assignment,
    () => signal.throwIfAborted(),
  )
  const rows = found.flatMap(({ other, words, share, share_other, passages }): SchoolMatchRow[] => {
    const match = others[other]
    if (match === undefined || words < tellingSharedWords) return []
    const own = { teacher_id, document_id, text_hash: sha256(text), share }
    const theirs = {
      teacher_id: match.teacher_id,
      document_id: match.id,
      text_hash: sha256(match.text),
      share: share_other,
    }
    const sideOf = (one: typeof own, counterpart: typeof own, side: 'a' | 'b'): SchoolMatchRow => ({
      id: randomUUID(),
      ...one,
      other_teacher_id: counterpart.teacher_id,
      other_document_id: counterpart.document_id,
      found_by: document_id,
      words,
      passages: passages.map((passage) => ({
        start: passage[side].start,
        end: passage[side].end,
        words: passage.words,
      })),
    })
    return [sideOf(own, theirs, 'a'), sideOf(theirs, own, 'b')]
  })
  return {
    common: left_out.common,
    store: async (connection) => {
      const remaining = new Set([document_id])
      for (const owner of [...new Set(others.map((other) => other.teacher_id))].sort()) {
        const ids = others.flatMap((other) => (other.teacher_id === owner ? [other.id] : []))
        for (const id of await lockDocuments(connection, owner, ids)) remaining.add(id)
      }
      if (!(await lockSchoolCompared(connection))) return
      await replaceMatches(
        connection,
        document_id,
        rows.filter((row) => remaining.has(row.document_id) && remaining.has(row.other_document_id)),
      )
    },
  }
}
