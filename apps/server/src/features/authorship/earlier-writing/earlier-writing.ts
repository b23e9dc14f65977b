import {
  type Document,
  type EarlierDocument,
  type EarlierWriting,
  historyLargest,
  knownTexts,
  type StudentWriting,
} from '@penmark/contract'
import {
  compareWriting,
  profileOf,
  profileVersion,
  releasedComparison,
  type WritingProfile,
} from '@penmark/detector/authorship'
import type { Caller, Owner } from '../../../http/caller.ts'
import type { Database } from '../../../services/database/database.ts'
import { readStudent } from '../../classes/index.ts'
import {
  type KeptProfile,
  listNewestOfStudent,
  readWritingProfiles,
  requireResults,
  type ScoredDocument,
} from '../../documents/index.ts'

/**
 * How often texts by the same writer, and texts by machines, were called different, on writers held out from
 * every choice.
 */
const { same_writer: sameWriterRate, machine: machineRate } = releasedComparison.measured

/** More than are compared, because copies and texts without words are left out. */
const knownRead = 16

/** The indexes of these measures in a profile's `style`. */
const styleIndexes = { sentence_words: 0, word_letters: 2 } as const

/** Imaginative writing is compared too, but has no score to be plotted. */
type ReadDocument = Omit<ScoredDocument, 'score'> & { score: number | null }

function toEarlier(
  { id, original_filename, ...document }: ScoredDocument,
  { style }: WritingProfile,
): EarlierDocument {
  const { created_at, score, written_in_class } = document
  return {
    document_id: id,
    created_at: created_at.toISOString(),
    filename: original_filename,
    score,
    written_in_class,
    sentence_words: style[styleIndexes.sentence_words] ?? 0,
    word_letters: style[styleIndexes.word_letters] ?? 0,
  }
}

const emptyProfile: WritingProfile = { words: 0, style: [], words_and_marks: [] }

/** The profiles without those of texts that equal an earlier one of them, or `current`. */
function withoutCopies(profiles: readonly KeptProfile[], current: KeptProfile | undefined): WritingProfile[] {
  const seen = new Set([current?.start_hash])
  return profiles.filter(({ start_hash }) => {
    const isNew = !seen.has(start_hash)
    seen.add(start_hash)
    return isNew
  })
}

/** The documents of a student that are plotted or compared. */
interface StudentDocuments {
  /** By document id. */
  profiles: ReadonlyMap<string, WritingProfile>
  /** The profiles of the known work, newest first and without copies. */
  known: WritingProfile[]
  /** Oldest first, without documents that were deleted meanwhile. */
  history: EarlierDocument[]
}

/**
 * Reads what one student wrote for one teacher. `current` is the document to compare, which is not part of
 * the known work.
 */
async function readStudentDocuments(
  database: Database,
  teacher_id: string,
  student_id: string,
  current: ReadDocument | null,
): Promise<StudentDocuments> {
  const newest = await listNewestOfStudent(database, teacher_id, student_id, { limit: historyLargest })
  const marked = await listNewestOfStudent(database, teacher_id, student_id, {
    limit: knownRead,
    knownFrom: knownTexts.words,
  })
  const all = [...newest, ...marked, ...(current ? [current] : [])]
  const documents = new Map(all.map((document): [string, ReadDocument] => [document.id, document]))
  const method = { version: profileVersion, profileOf }
  const profiles = await readWritingProfiles(database, teacher_id, [...documents.keys()], method)
  const others = marked.filter(({ id }) => id !== current?.id)
  return {
    profiles,
    known: withoutCopies(
      others.flatMap(({ id }) => profiles.get(id) ?? []),
      current ? profiles.get(current.id) : undefined,
    ),
    history: [...documents.values()]
      .toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())
      .flatMap((document) => {
        const profile = profiles.get(document.id)
        const { score } = document
        return profile && score !== null ? [toEarlier({ ...document, score }, profile)] : []
      }),
  }
}

const missingTexts = (known: number) => Math.max(0, knownTexts.fewest - known)

/**
 * Compares a document with what its student wrote in class for the same teacher, as far as it is still stored
 * and marked.
 */
export async function compareWithEarlier(database: Database, document: Document): Promise<EarlierWriting> {
  const { id, teacher_id, student_id, score } = document
  const rates = { measured: sameWriterRate, measured_machine: machineRate }
  // Imaginative writing has no score, but its words can be compared like any others.
  const isRead = score !== null || document.finding === 'creative-writing'
  if (student_id === null || !isRead) {
    const uncompared = compareWriting([], emptyProfile)
    return {
      ...uncompared,
      outcome: student_id === null ? 'no-student' : 'not-scored',
      needed: 0,
      ...rates,
      history: [],
    }
  }
  const current = { ...document, created_at: new Date(document.upload_timestamp) }
  const { profiles, known, history } = await readStudentDocuments(database, teacher_id, student_id, current)
  const comparison = compareWriting(known, profiles.get(id) ?? emptyProfile)
  return { ...comparison, needed: missingTexts(comparison.known), ...rates, history }
}

/** The caller's own document compared with the student's earlier writing; 409 while there is no report. */
export async function readEarlierWriting(
  database: Database,
  id: string,
  caller: Owner,
): Promise<EarlierWriting> {
  const { document } = await requireResults(database, id, caller)
  return compareWithEarlier(database, document)
}

/** What the caller's own student wrote, over time. */
export async function readStudentWriting(
  database: Database,
  id: string,
  caller: Caller,
): Promise<StudentWriting> {
  const student = await readStudent(database, id, caller)
  const { known, history } = await readStudentDocuments(database, caller.teacher_id, student.id, null)
  const { known: compared } = compareWriting(known, emptyProfile)
  return { known: compared, needed: missingTexts(compared), history }
}
