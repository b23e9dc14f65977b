import { compareWithBaseline, compareWithEarlier, readPrintedWriting } from '../features/authorship/index.ts'
import { readFinishedLookUp, type SectionReaders } from '../features/documents/index.ts'
import {
  readDocumentOverlap,
  readPrintedEarlierOverlap,
  readPrintedSchoolOverlap,
  readSourceMatches,
} from '../features/similarity/index.ts'
import type { Database } from '../services/database/database.ts'
import type { Encryption } from '../services/storage/encryption.ts'

interface SectionDependencies {
  database: Database
  encryption: Encryption
}

/** Registers what features add to a report: the only place that connects them to the documents below. */
export function registerSections({ database, encryption }: SectionDependencies): SectionReaders {
  return {
    baseline: ({ document, report }) => compareWithBaseline(database, document, report),
    earlier: ({ document }) => compareWithEarlier(database, document),
    writing: ({ document }, owner) => readPrintedWriting({ database, encryption }, document.id, owner),
    overlap: ({ document }, owner) => readDocumentOverlap({ database }, document.id, owner),
    handedInBefore: ({ document }, owner) => readPrintedEarlierOverlap(database, document.id, owner),
    sources: async ({ document }, { teacher_id }) =>
      (await readSourceMatches(database, teacher_id, [document.id])).get(document.id) ?? [],
    school: ({ document }, { teacher_id }) => readPrintedSchoolOverlap(database, teacher_id, document.id),
    lookUp: ({ document }, owner) => readFinishedLookUp(database, document.id, owner),
  }
}
