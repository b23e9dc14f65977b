import type { Document, EarlierMatch, EarlierOverlap } from '@penmark/contract'
import type { Connection, Database } from '../../../database/database.ts'
import type { Owner } from '../../../http/caller.ts'
import { readDocumentsById } from '../../documents/lists/findings-of.ts'
import { readDocument } from '../../documents/read-documents.ts'
import { selectEarlierPairs, selectLeftOut } from './earlier-store.ts'
import { selectComparedAt } from './fingerprint-store.ts'

/** Enough for a report. */
const matchesShown = 10

/** Whether two documents are compared in a class or an upload that they share now. */
const areTogether = (one: Document, other: Document) =>
  (one.class_group_id !== null && one.class_group_id === other.class_group_id) || (one.batch_id !== null && one.batch_id === other.batch_id)

/** What a document shares with others of its teacher, the most words first. Both may have been compared with each other: each counts once. */
async function matchesOf(connection: Connection, document: Document): Promise<EarlierMatch[]> {
  const pairs = await selectEarlierPairs(connection, document.teacher_id, document.id)
  const byOther = new Map<string, (typeof pairs)[number]>()
  for (const pair of pairs) {
    const other = pair.document_a === document.id ? pair.document_b : pair.document_a
    if (!byOther.has(other)) byOther.set(other, pair)
  }
  const others = await readDocumentsById(connection, document.teacher_id, [...byOther.keys()])
  const known = new Map(others.map((other) => [other.id, other]))
  return [...byOther].flatMap(([id, pair]) => {
    const other = known.get(id)
    if (other === undefined || areTogether(document, other)) return []
    const { original_filename, student_id, student_details: student } = other
    return {
      pair_id: pair.id,
      document: { id, original_filename, student_id, student_name: student && `${student.first_name} ${student.last_name}` },
      is_own_work: student_id !== null && student_id === document.student_id,
      class_name: other.class_details?.class_name ?? null,
      academic_year: other.class_details?.academic_year ?? null,
      handed_in_at: other.created_at,
      words: pair.words,
      share: pair.document_a === document.id ? pair.share_a : pair.share_b,
    }
  })
}

/** What the caller's own document shares with the rest of their documents. */
export async function readEarlierOverlap({ database }: { database: Database }, id: string, caller: Owner): Promise<EarlierOverlap> {
  const document = await readDocument(database, id, caller)
  const compared_at = await selectComparedAt(database, id)
  const matches = await matchesOf(database, document)
  return {
    state: compared_at === undefined ? 'never' : compared_at === null ? 'waiting' : 'ready',
    compared_at: compared_at?.toISOString() ?? null,
    matches: matches.slice(0, matchesShown),
    documents: matches.length,
    left_out: (await selectLeftOut(database, caller.teacher_id, id)) ?? { quotation: 0, assignment: 0, common: 0 },
  }
}
