import type { Document, EarlierMatch, EarlierOverlap } from '@penmark/contract'
import { closestOf, earlierShared, tellingSharedWords } from '@penmark/wording'
import type { Owner } from '../../../http/caller.ts'
import type { PrintedEarlierOverlap } from '../../../pdf/messages.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import { readDocument, readDocumentsById } from '../../documents/index.ts'
import { selectComparedAt } from '../comparison/fingerprint-store.ts'
import { type PairRow, toLeftOut } from '../comparison/store.ts'
import { readSchoolOverlap } from '../school/read-matches.ts'
import { readSourceMatches } from '../sources/read-matches.ts'
import { selectEarlierPairs, selectLeftOut } from './earlier-store.ts'

/** Enough for a report. */
const matchesShown = 10

/** Whether two documents are compared in a class or an upload that they share now. */
const areTogether = (one: Document, other: Document) =>
  (one.class_group_id !== null && one.class_group_id === other.class_group_id) ||
  (one.batch_id !== null && one.batch_id === other.batch_id)

/**
 * The pairs of a document by the other one. Both may have been compared with each other: each counts once,
 * with the most words.
 */
function byOther(pairs: readonly PairRow[], id: string): Map<string, PairRow> {
  const found = new Map<string, PairRow>()
  for (const pair of pairs) {
    if (pair.document_a !== id && pair.document_b !== id) continue
    const other = pair.document_a === id ? pair.document_b : pair.document_a
    if (!found.has(other)) found.set(other, pair)
  }
  return found
}

function toMatch(document: Document, other: Document, pair: PairRow): EarlierMatch {
  const { id, original_filename, student_id, student_details: student } = other
  return {
    pair_id: pair.id,
    document: {
      id,
      original_filename,
      student_id,
      student_name: student && `${student.first_name} ${student.last_name}`,
    },
    is_own_work: student_id !== null && student_id === document.student_id,
    class_name: other.class_details?.class_name ?? null,
    academic_year: other.class_details?.academic_year ?? null,
    handed_in_at: other.created_at,
    words: pair.words,
    share: pair.document_a === document.id ? pair.share_a : pair.share_b,
  }
}

/** What each of these documents shares with others of their teacher, the most words first. */
export async function readEarlierMatches(
  connection: Connection,
  teacher_id: string,
  documents: readonly Document[],
): Promise<Map<string, EarlierMatch[]>> {
  const pairs = await selectEarlierPairs(
    connection,
    teacher_id,
    documents.map(({ id }) => id),
  )
  const ids = new Set(pairs.flatMap(({ document_a, document_b }) => [document_a, document_b]))
  const known = new Map(
    (await readDocumentsById(connection, teacher_id, [...ids])).map((other) => [other.id, other]),
  )
  return new Map(
    documents.map((document) => {
      const matches = [...byOther(pairs, document.id)].flatMap(([id, pair]) => {
        const other = known.get(id)
        return other === undefined || areTogether(document, other) ? [] : [toMatch(document, other, pair)]
      })
      return [document.id, matches]
    }),
  )
}

/** For each of these documents the match to name on its card, by document id. */
export async function readClosestEarlier(
  connection: Connection,
  teacher_id: string,
  documents: readonly Document[],
): Promise<Map<string, EarlierMatch>> {
  const all = await readEarlierMatches(connection, teacher_id, documents)
  return new Map(
    [...all].flatMap(([id, matches]) => {
      const closest = closestOf(matches.filter(({ words }) => words >= tellingSharedWords))
      return closest === undefined ? [] : [[id, closest] as const]
    }),
  )
}

/** The same in short, for its PDF. */
export async function readPrintedEarlierOverlap(
  database: Database,
  id: string,
  caller: Owner,
): Promise<PrintedEarlierOverlap> {
  return earlierShared(await readEarlierOverlap({ database }, id, caller))
}

/** What the caller's own document shares with the rest of their documents. */
export async function readEarlierOverlap(
  { database }: { database: Database },
  id: string,
  caller: Owner,
): Promise<EarlierOverlap> {
  const document = await readDocument(database, id, caller)
  const compared_at = await selectComparedAt(database, id)
  const matches = (await readEarlierMatches(database, caller.teacher_id, [document])).get(id) ?? []
  return {
    state: compared_at === undefined ? 'never' : compared_at === null ? 'waiting' : 'ready',
    compared_at: compared_at?.toISOString() ?? null,
    matches: matches.slice(0, matchesShown),
    documents: matches.length,
    left_out: toLeftOut(await selectLeftOut(database, caller.teacher_id, id)),
    sources: (await readSourceMatches(database, caller.teacher_id, [id])).get(id) ?? [],
    school: await readSchoolOverlap(database, caller.teacher_id, id),
  }
}
