import {
  type Case,
  type CaseDocument,
  type CaseEntry,
  type CaseEvent,
  type CaseState,
  type CaseStep,
  type CaseSummary,
  caseLimits,
} from '@penmark/contract'
import { dayMs } from '../../../lib/durations.ts'
import type { CaseDocumentRow, CaseEntryRow, CasePolicyRow, CountedCase } from './store.ts'

/** The state after a step. A case never goes back: a second question does not undo an answer. */
export function stateAfter(state: CaseState, step: CaseStep): CaseState {
  if (state === 'decided' || state === 'answered') return state
  return step === 'asked' ? 'asked' : 'answered'
}

export const eventOf: Record<CaseStep, CaseEvent> = {
  asked: 'case.asked',
  answer: 'case.answered',
  meeting: 'case.answered',
}

export function isHeard(entries: Pick<CaseEntryRow, 'kind'>[]): boolean {
  return entries.some(({ kind }) => kind === 'answer' || kind === 'meeting')
}

type Retention = Pick<CasePolicyRow, 'retention_days' | 'retention_set_at'>

/**
 * When retention erases a case; null for never. After a new or shorter setting, teachers have some days to
 * react.
 */
function eraseAt(updated_at: Date, { retention_days, retention_set_at }: Retention): Date | null {
  if (retention_days === null) return null
  const noticeEnd = (retention_set_at?.getTime() ?? 0) + caseLimits.retentionNoticeDays * dayMs
  return new Date(Math.max(updated_at.getTime() + retention_days * dayMs, noticeEnd))
}

/** Cases last changed before this moment are to be erased now; null for none. */
export function erasureCutoff({ retention_days, retention_set_at }: Retention, now: Date): Date | null {
  if (retention_days === null) return null
  if (now.getTime() < (retention_set_at?.getTime() ?? 0) + caseLimits.retentionNoticeDays * dayMs) return null
  return new Date(now.getTime() - retention_days * dayMs)
}

/** Names of the students and classes of cases, by id. */
export interface CaseNames {
  students: ReadonlyMap<string, { first_name: string; last_name: string }>
  classGroups: ReadonlyMap<string, { class_name: string }>
}

export function toSummary(row: CountedCase, names: CaseNames, policy: Retention): CaseSummary {
  const student = row.student_id === null ? undefined : names.students.get(row.student_id)
  return {
    id: row.id,
    student_id: row.student_id,
    student_name: student ? `${student.first_name} ${student.last_name}`.trim() : row.student_name,
    class_group_id: row.class_group_id,
    class_name:
      row.class_group_id === null ? null : (names.classGroups.get(row.class_group_id)?.class_name ?? null),
    state: row.state,
    outcome: row.outcome,
    due_on: row.due_on,
    document_count: row.document_count,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    erase_at: row.is_under_appeal ? null : (eraseAt(row.updated_at, policy)?.toISOString() ?? null),
    is_under_appeal: row.is_under_appeal,
  }
}

function toDocument(
  { document_id, filename, report, added_at }: CaseDocumentRow,
  existing: ReadonlySet<string>,
  withdrawn: ReadonlySet<string>,
): CaseDocument {
  const { score, label, finding, ai_share, text_hash } = report
  const is_deleted = !existing.has(document_id)
  return {
    document_id,
    filename,
    score,
    label,
    finding,
    ai_share,
    text_hash,
    added_at: added_at.toISOString(),
    is_deleted,
    is_withdrawn: withdrawn.has(document_id),
  }
}

function toEntry({
  id,
  at,
  kind,
  text,
  outcome,
  unheard_reason,
  reply_id,
  by_name,
}: CaseEntryRow): CaseEntry {
  return { id: String(id), at: at.toISOString(), kind, text, outcome, unheard_reason, reply_id, by: by_name }
}

/** The rule that was named last in a timeline; null before the first. */
export function ruleOf(entries: readonly Pick<CaseEntryRow, 'kind' | 'text'>[]): string | null {
  return entries.findLast(({ kind }) => kind === 'rule-named')?.text ?? null
}

interface CaseParts {
  summary: CaseSummary
  notes: string
  documents: CaseDocumentRow[]
  /** The ids of the documents that were not deleted. */
  existing: ReadonlySet<string>
  withdrawn: ReadonlySet<string>
  entries: CaseEntryRow[]
  policy: CasePolicyRow
  appeal: Pick<Case, 'appeal' | 'appeal_until'>
  teacher: Pick<Case, 'teacher_name' | 'school_name'>
}

export function toCase({
  summary,
  notes,
  documents,
  existing,
  withdrawn,
  entries,
  policy,
  appeal,
  teacher,
}: CaseParts): Case {
  return {
    ...summary,
    notes,
    documents: documents.map((document) => toDocument(document, existing, withdrawn)),
    entries: entries.map(toEntry),
    is_heard: isHeard(entries),
    ...teacher,
    rule: ruleOf(entries),
    standard_of_proof: policy.standard_of_proof,
    companion: policy.companion || null,
    may_refer_unheard: policy.may_refer_unheard,
    ...appeal,
  }
}
