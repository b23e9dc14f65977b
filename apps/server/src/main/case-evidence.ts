import { compareWithEarlier, findSubmissionOf, readPrintedWriting } from '../features/authorship/index.ts'
import type { GatherEvidence } from '../features/cases/index.ts'
import { readDocument, readStoredFile } from '../features/documents/index.ts'
import { readDocumentOverlap, readEarlierOverlap } from '../features/similarity/index.ts'
import type { Owner } from '../http/caller.ts'
import type { CaseEvidence } from '../pdf/messages.ts'
import type { Database } from '../services/database/database.ts'
import type { Encryption } from '../services/storage/encryption.ts'

interface EvidenceDependencies {
  database: Database
  encryption: Encryption
}

/** Reads the evidence of cases from the features that it comes from. Other students are counted, not named. */
export function registerCaseEvidence(dependencies: EvidenceDependencies): GatherEvidence {
  return (document_id, owner) => gatherEvidence(dependencies, document_id, owner)
}

async function gatherEvidence(
  { database, encryption }: EvidenceDependencies,
  document_id: string,
  owner: Owner,
): Promise<CaseEvidence> {
  const document = await readDocument(database, document_id, owner)
  const { blob_key, sha256, size_bytes } = await readStoredFile(database, document_id, owner)
  const submission_id = await findSubmissionOf(database, document_id, owner)
  const writing = await readPrintedWriting({ database, encryption }, document_id, owner)
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
