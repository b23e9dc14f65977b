import type { Database } from '../../database/database.ts'
import type { Owner } from '../../http/caller.ts'
import type { Sealer } from '../../outside/storage/sealer.ts'
import type { CaseEvidence } from '../../print/messages.ts'
import { readDocument, readStoredFile } from '../documents/read-documents.ts'
import { compareWithEarlier } from '../earlier-writing/earlier-writing.ts'
import { readEarlierOverlap } from '../overlap/earlier/read-earlier.ts'
import { readDocumentOverlap } from '../overlap/overlap.ts'
import { findSubmissionOf, readPrintedWriting } from '../writing/record/record.ts'

export interface EvidenceDependencies {
  database: Database
  sealer: Sealer
}

/**
 * What the teacher sees beside the report of a document, as it is now. It is frozen into the case with the
 * report, because the document, its class and the student's other texts may change or go. Other students are
 * counted, not named.
 */
export async function gatherEvidence(
  { database, sealer }: EvidenceDependencies,
  document_id: string,
  owner: Owner,
): Promise<CaseEvidence> {
  const document = await readDocument(database, document_id, owner)
  const { blob_key, sha256, size_bytes } = await readStoredFile(database, document_id, owner)
  const submission_id = await findSubmissionOf(database, document_id, owner)
  const writing = await readPrintedWriting({ database, sealer }, document_id, owner)
  const before = await readEarlierOverlap({ database }, document_id, owner)
  return {
    file: blob_key === null ? null : { filename: document.original_filename, bytes: size_bytes, sha256 },
    overlap: (await readDocumentOverlap({ database }, document_id, owner)).map(
      ({ documents, words, pairs }) => ({
        documents,
        words,
        pairs: pairs.map((pair) => ({
          words: pair.words,
          passages: pair.passages,
          share: pair.documents.find(({ id }) => id === document_id)?.share ?? 0,
        })),
      }),
    ),
    handed_in_before: before.matches.map(({ words, share, is_own_work, handed_in_at }) => ({
      words,
      share,
      is_own_work,
      handed_in_at,
    })),
    sources: before.sources.map(({ name, kind, words, share }) => ({ name, kind, words, share })),
    earlier: await compareWithEarlier(database, document),
    writing: writing && submission_id !== null ? { ...writing, submission_id } : null,
  }
}
