import type { Owner } from '../../http/caller.ts'
import type { CaseEvidence } from '../../pdf/messages.ts'
import type { Database } from '../../services/database/database.ts'
import type { Emit } from '../../services/events/events.ts'

/**
 * What the teacher sees beside the report of a document, as it is now. It is frozen into the case with the
 * report, because the document, its class and the student's other texts may change or go. Registered in
 * `main/case-evidence.ts`, which knows the features that it comes from.
 */
export type GatherEvidence = (document_id: string, owner: Owner) => Promise<CaseEvidence>

export interface EvidenceDependencies {
  database: Database
  emit: Emit
  gatherEvidence: GatherEvidence
}
