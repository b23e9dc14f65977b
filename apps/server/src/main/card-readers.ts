import { listHandedIn } from '../features/authorship/index.ts'
import { readCasesOfDocuments } from '../features/cases/index.ts'
import type { CardReaders } from '../features/documents/index.ts'
import {
  isComparing,
  readClosest,
  readClosestEarlier,
  readSchoolMatches,
  readSourceMatches,
} from '../features/similarity/index.ts'
import type { Database } from '../services/database/database.ts'

/** Registers what features know of the documents that need their teacher. */
export function registerCardReaders(database: Database): CardReaders {
  return {
    isComparing: ({ teacher_id }, compared) => isComparing(database, teacher_id, compared),
    readClosest: ({ teacher_id }, ids) => readClosest(database, teacher_id, ids),
    readClosestEarlier: ({ teacher_id }, documents) => readClosestEarlier(database, teacher_id, documents),
    readSchoolMatches: ({ teacher_id }, ids) => readSchoolMatches(database, teacher_id, ids),
    readSourceMatches: ({ teacher_id }, ids) => readSourceMatches(database, teacher_id, ids),
    listHandedIn: (owner, ids) => listHandedIn(database, ids, owner),
    readCases: (owner, ids) => readCasesOfDocuments(database, ids, owner),
  }
}
