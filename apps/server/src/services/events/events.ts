import type { BinKind, CaseEvent, PlanId } from '@penmark/contract'
import type { Connection } from '../database/database.ts'

/** What a teacher's allowance depends on. */
export interface Plan {
  teacher_id: string
  plan: PlanId
  /** Set by an administrator; null uses the plan's limit. */
  custom_word_limit: number | null
  /** Set by an administrator; null is unlimited. */
  custom_char_limit: number | null
  created_at: Date
  pro_plan_activated_at: Date | null
}

/** What happened to a case. */
export interface CaseNotice {
  event: CaseEvent
  case_id: string
  teacher_id: string
  student_id: string | null
  class_group_id: string | null
  now: Date
}

/** A text that was handed in from a writing task. */
export interface WritingNotice {
  submission_id: string
  document_id: string
  teacher_id: string
  student_id: string
  class_group_id: string | null
  now: Date
}

/**
 * Events that features emit to the layers above them, which they must not import. An event is emitted
 * in the transaction that causes it, and its listeners commit or fail with that transaction.
 */
export interface Events {
  /** A teacher's profile was complete for the first time. `language` is that of the screens. */
  profileCompleted: { teacher_id: string; language: string | undefined; now: Date }
  studentRenamed: { student_id: string; sort_name: string }
  /** Announced before the row is deleted, as for classes. */
  studentDeleted: { teacher_id: string; student_id: string; now: Date }
  classGroupDeleted: { teacher_id: string; class_group_id: string; now: Date }
  /**
   * Something in the bin is about to come back; `row` is its own row. `changeBeforeRestoring` makes room for
   * it.
   */
  restoring: { kind: BinKind; id: string; teacher_id: string; row: Record<string, unknown> }
  /** Something has come back from the bin. */
  restored: { kind: BinKind; id: string; teacher_id: string; deleted_at: Date; now: Date }
  /**
   * A teacher has a better plan than before, or an administrator left them more words. `plan` is the present
   * one.
   */
  allowanceRaised: { plan: Plan; now: Date }
  documentsCompleted: { documents: CompletedDocument[]; now: Date }
  /** A document came to another class, or left its class. */
  documentChangedClass: { document_id: string }
  /** A later model no longer judges a document that had a finding. */
  findingWithdrawn: { document_id: string }
  /** Documents ended without a result. */
  documentsFailed: { document_ids: string[] }
  caseChanged: CaseNotice
  writingHandedIn: WritingNotice
}

/**
 * A document that was just completed, with its present assignment, which its teacher may have changed during
 * processing.
 */
export interface CompletedDocument {
  id: string
  teacher_id: string
  student_id: string | null
  class_group_id: string | null
}

type Listener<Name extends keyof Events> = (connection: Connection, event: Events[Name]) => Promise<unknown>

/** Every event is listed, even if nobody listens to it. */
export type Listeners = { readonly [Name in keyof Events]: readonly Listener<Name>[] }

/** Calls the listeners of an event one after another, in the order in which they are registered. */
export type Emit = <Name extends keyof Events>(
  connection: Connection,
  name: Name,
  event: Events[Name],
) => Promise<void>

export function createEmit(listeners: Listeners): Emit {
  return async (connection, name, event) => {
    for (const listener of listeners[name]) await listener(connection, event)
  }
}
