import type { Database } from './database/database.ts'
import { compareWithBaseline } from './features/baseline/baseline.ts'
import type { SectionReaders } from './features/documents/report/print.ts'
import { compareWithEarlier } from './features/earlier-writing/earlier-writing.ts'
import { readPrintedEarlierOverlap } from './features/overlap/earlier/read-earlier.ts'
import { readDocumentOverlap } from './features/overlap/overlap.ts'
import { readPrintedSchoolOverlap } from './features/overlap/school/read-matches.ts'
import { readSourceMatches } from './features/overlap/sources/read-matches.ts'
import { readFinishedLookUp } from './features/references/references.ts'
import { readPrintedWriting } from './features/writing/record/record.ts'
import type { Sealer } from './outside/storage/sealer.ts'

interface SectionDependencies {
  database: Database
  sealer: Sealer
}

/** Registers what features add to a report: the only place that connects them to the documents below. */
export function registerSections({ database, sealer }: SectionDependencies): SectionReaders {
  return {
    baseline: ({ document, report }) => compareWithBaseline(database, document, report),
    earlier: ({ document }) => compareWithEarlier(database, document),
    writing: ({ document }, owner) => readPrintedWriting({ database, sealer }, document.id, owner),
    overlap: ({ document }, owner) => readDocumentOverlap({ database }, document.id, owner),
    handedInBefore: ({ document }, owner) => readPrintedEarlierOverlap(database, document.id, owner),
    sources: async ({ document }, { teacher_id }) =>
      (await readSourceMatches(database, teacher_id, [document.id])).get(document.id) ?? [],
    school: ({ document }, { teacher_id }) => readPrintedSchoolOverlap(database, teacher_id, document.id),
    lookUp: ({ document }, owner) => readFinishedLookUp(database, document.id, owner),
  }
}
