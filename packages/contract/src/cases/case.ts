import * as z from 'zod/mini'
import { Id, multilineText, optionalText, Time } from '../values/scalars.ts'
import { findings } from '../values/score.ts'

/** The state of a conversation with a student. Only a person changes it. */
export const caseStates = ['new', 'asked', 'answered', 'decided'] as const
export const CaseState = z.enum(caseStates)
export type CaseState = z.infer<typeof CaseState>

/** `ai-used`: the student says so; a result never does. */
export const caseOutcomes = ['cleared', 'ai-used', 'support-agreed', 'referred', 'no-action'] as const
export const CaseOutcome = z.enum(caseOutcomes)
export type CaseOutcome = z.infer<typeof CaseOutcome>

/**
 * What a teacher can record: the student was asked, the student answered, or the two met. An answer or a
 * meeting means that the student was heard.
 */
export const caseSteps = ['asked', 'answer', 'meeting'] as const
export type CaseStep = (typeof caseSteps)[number]

/** What the product records of the page that the student is given. */
export const studentPageSteps = ['link-made', 'link-opened', 'link-withdrawn'] as const

/**
 * What the product records of an appeal: the student appealed, and a second person confirmed or replaced the
 * decision.
 */
export const appealSteps = ['appealed', 'appeal-upheld', 'appeal-changed'] as const

export const caseEntryKinds = [
  'opened',
  'document-added',
  'rule-named',
  ...caseSteps,
  'decided',
  ...studentPageSteps,
  ...appealSteps,
] as const

/** How sure the person who decides has to be. The first is the civil standard, which the school may raise. */
export const standardsOfProof = [
  'more-likely-than-not',
  'clear-and-convincing',
  'beyond-reasonable-doubt',
] as const
export type StandardOfProof = (typeof standardsOfProof)[number]

export const caseLimits = {
  documents: 20,
  textCharacters: 10_000,
  /** Characters of the rule that a case is about, and of who may accompany the student. */
  ruleCharacters: 1_000,
  pageSize: 50,
  largestPage: 200,
  /** A new or shorter retention setting erases no case before this many days have passed. */
  retentionNoticeDays: 14,
  /** Days to appeal, unless an administrator chooses otherwise. */
  appealDays: 14,
} as const

/** Days to choose from, in the administrators' retention setting for cases. */
export const caseRetentionDays = [180, 365, 730, 1_095, 2_190] as const

/** A document in a case, with the figures of its report as it was when the document was added. */
export const CaseDocument = z.object({
  document_id: Id,
  filename: z.string(),
  score: z.nullable(z.number()),
  label: z.nullable(z.string()),
  finding: z.nullable(z.enum(findings)),
  ai_share: z.nullable(z.number()),
  /** SHA-256 of the text, hexadecimal. */
  text_hash: z.nullable(z.string()),
  added_at: Time,
  /** The document itself was deleted since; the case still has its report. */
  is_deleted: z.boolean(),
  /** The detector no longer judges such writing, so the finding does not stand by today's measure. */
  is_withdrawn: z.boolean(),
})
export type CaseDocument = z.infer<typeof CaseDocument>

/** One entry of the timeline. Entries are never changed or removed while the case exists. */
export const CaseEntry = z.object({
  id: Id,
  at: Time,
  kind: z.enum(caseEntryKinds),
  /**
   * What was asked or answered, the rule concerned, the reason of a decision, or the name of a document that
   * was added.
   */
  text: z.nullable(z.string()),
  /** Null for anything but a decision, of the teacher or on appeal. */
  outcome: z.nullable(CaseOutcome),
  /** Why a case was referred although the student was not heard. */
  unheard_reason: z.nullable(z.string()),
  /** The reply that the student handed in on their own page; null for every other entry. */
  reply_id: z._default(z.nullable(Id), null),
  /** Who did it, by the name that they had then; null for entries made before names were kept. */
  by: z._default(z.nullable(z.string()), null),
})
export type CaseEntry = z.infer<typeof CaseEntry>

/** A case as lists show it. */
export const CaseSummary = z.object({
  id: Id,
  /** Null once the student was deleted. */
  student_id: z.nullable(Id),
  /** Present name; the name at the time the case was opened once the student was deleted. */
  student_name: z.string(),
  class_group_id: z.nullable(Id),
  class_name: z.nullable(z.string()),
  state: CaseState,
  /** The latest decision; null before the first. */
  outcome: z.nullable(CaseOutcome),
  due_on: z.nullable(z.iso.date()),
  document_count: z.int(),
  created_at: Time,
  updated_at: Time,
  decided_at: z.nullable(Time),
  /** When the retention setting of the installation erases the case; null for never. */
  erase_at: z.nullable(Time),
  /** The student appealed, and nobody has decided the appeal yet. */
  is_under_appeal: z.boolean(),
})
export type CaseSummary = z.infer<typeof CaseSummary>

export const Case = z.extend(CaseSummary, {
  /** For the teacher alone. */
  notes: z.string(),
  documents: z.array(CaseDocument),
  /** Oldest first. */
  entries: z.array(CaseEntry),
  /** Whether the student answered, or met the teacher. */
  is_heard: z.boolean(),
  /** Who opened the case; their email address if they entered no name, null if neither is known. */
  teacher_name: z.nullable(z.string()),
  school_name: z.nullable(z.string()),
  /** The rule or expectation that the case is about, as named last; null if none is. */
  rule: z.nullable(z.string()),
  standard_of_proof: z.enum(standardsOfProof),
  /** Who may accompany the student, in the school's words; null if it has not said. */
  companion: z.nullable(z.string()),
  /**
   * Whether the installation lets a teacher refer a case without hearing the student, with a written reason.
   */
  may_refer_unheard: z.boolean(),
  /** Until when the student can appeal against the latest decision; null if they cannot. */
  appeal_until: z.nullable(Time),
  /** The student's appeal; null before it. */
  appeal: z.nullable(
    z.object({
      appealed_at: Time,
      /** Who decides it; null if no name is known, or nobody is named at present. */
      reviewer_name: z.nullable(z.string()),
      ended_at: z.nullable(Time),
    }),
  ),
})
export type Case = z.infer<typeof Case>

export const CaseFilter = z.object({
  state: z.optional(CaseState),
  student_id: z.optional(z.string()),
  class_group_id: z.optional(z.string()),
  /** The case that holds this document. */
  document_id: z.optional(z.string()),
})
export type CaseFilter = z.infer<typeof CaseFilter>

/** An absent field stays as it is. */
export const CaseChange = z.object({
  notes: z.optional(multilineText(caseLimits.textCharacters)),
  due_on: z.optional(z.nullable(z.iso.date('date_wrong'))),
  /** Becomes part of the record if it differs from the rule named last. */
  rule: z.optional(multilineText(caseLimits.ruleCharacters).check(z.minLength(1, 'rule_missing'))),
})
export type CaseChange = z.infer<typeof CaseChange>

export const CaseStepInput = z.object({
  kind: z.enum(caseSteps),
  text: multilineText(caseLimits.textCharacters).check(z.minLength(1, 'notes_missing')),
})
export type CaseStepInput = z.infer<typeof CaseStepInput>

export const CaseDecisionInput = z.object({
  outcome: CaseOutcome,
  reason: multilineText(caseLimits.textCharacters).check(z.minLength(1, 'decision_reason_missing')),
  /** Needed where a case is referred and the student was not heard. */
  unheard_reason: optionalText(2_000),
})
export type CaseDecisionInput = z.input<typeof CaseDecisionInput>

/** The rules for cases of an installation, set by administrators. */
export const CasePolicy = z.object({
  /** Whether a written reason is enough to refer a case of a student who was not heard. */
  may_refer_unheard: z.boolean(),
  /**
   * Days after the last change until a case is erased; null keeps cases until their teacher's account is
   * erased.
   */
  retention_days: z.nullable(z.int().check(z.minimum(30), z.maximum(3_650))),
  /** Days after a decision in which a student can appeal. A change applies to later decisions. */
  appeal_days: z._default(z.int().check(z.minimum(1), z.maximum(90)), caseLimits.appealDays),
  /**
   * The rule or expectation that new cases are about; empty for none. A teacher can name another one in a
   * case.
   */
  rule: z._default(multilineText(caseLimits.ruleCharacters), ''),
  standard_of_proof: z._default(z.enum(standardsOfProof), 'more-likely-than-not'),
  /** Who may accompany the student to a meeting; empty if the school has not said. */
  companion: z._default(multilineText(caseLimits.ruleCharacters), ''),
})
export type CasePolicy = z.infer<typeof CasePolicy>
