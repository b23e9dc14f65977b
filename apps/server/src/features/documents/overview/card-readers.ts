import type { Document, OverviewCard, SchoolMatch, SourceMatch } from '@penmark/contract'
import type { Owner } from '../../../http/caller.ts'

/** Where the texts of a class or of an upload are compared with each other. */
export type ComparedIn = { class_group_id: string } | { batch_id: string }

/**
 * What features above documents know of the documents that need their teacher, by document id. Registered in
 * `main/card-readers.ts`.
 */
export interface CardReaders {
  /** Whether these documents, or any of the teacher's when null, are being compared. */
  isComparing(owner: Owner, compared: ComparedIn | null): Promise<boolean>
  /** The document of the same class or upload that shares most words. */
  readClosest(owner: Owner, ids: string[]): Promise<Map<string, { words: number; other: string }>>
  /** The document of another class or year that shares most words. */
  readClosestEarlier(
    owner: Owner,
    documents: readonly Document[],
  ): Promise<Map<string, NonNullable<OverviewCard['earlier']>>>
  /** Null unless documents are compared across teachers; most words first. */
  readSchoolMatches(owner: Owner, ids: readonly string[]): Promise<Map<string, SchoolMatch[]> | null>
  readSourceMatches(owner: Owner, ids: readonly string[]): Promise<Map<string, SourceMatch[]>>
  /** Which of them were handed in from the writing room. */
  listHandedIn(owner: Owner, ids: string[]): Promise<Set<string>>
  readCases(owner: Owner, ids: string[]): Promise<Map<string, NonNullable<OverviewCard['case']>>>
}
