import type {
  Baseline,
  Case,
  DocumentOverlap,
  EarlierWriting,
  FrozenReport,
  ReferenceLookUp,
  ReportCheck,
  SourceMatch,
  StudentReply,
  WritingSubmissionView,
} from '@penmark/contract'
import type { Timeline } from '@penmark/writing'

/** How the text of a document came to be, from the record of its writing task. */
export interface PrintedWriting
  extends Pick<WritingSubmissionView, 'summary' | 'integrity' | 'opened_at' | 'arrival' | 'hash'> {
  timeline: Timeline
}

/** What a text shares with others of its class, or of its upload where there is no class. */
export type PrintedOverlap = Pick<DocumentOverlap, 'documents' | 'words' | 'class_group_id'>

/**
 * What a text shares with the rest of what its teacher has received: in how many documents, and most words
 * with one of them.
 */
export interface PrintedEarlierOverlap {
  documents: number
  words: number
  /** Whether all of them are of the same student. */
  isOwnWork: boolean
  /** Words that stand in ten or more of them. */
  common: number
}

/** What a text shares with a source that its teacher added to the class. */
export type PrintedSource = Pick<SourceMatch, 'name' | 'words'>

/**
 * What a text shares with documents of other teachers. Only those count whose teacher agreed to show the
 * passages: paper says nothing that nobody could check.
 */
export interface PrintedSchoolOverlap {
  documents: number
  /** Most words in common with one of them. */
  words: number
}

/** The contents of one PDF. Plain data, because it is sent to another process. */
export interface PrintOrder {
  report: FrozenReport
  /** The comparison with texts written in class; null without one. */
  baseline: Baseline | null
  /** The text beside the earlier writing of its student. */
  earlier: EarlierWriting
  /** Null unless the text was handed in from a writing task. */
  writing: PrintedWriting | null
  overlap: PrintedOverlap[]
  handedInBefore: PrintedEarlierOverlap
  /** Most words first. */
  sources: PrintedSource[]
  school: PrintedSchoolOverlap
  /** What public catalogues say of the references; null if nobody had them looked up. */
  lookUp: ReferenceLookUp | null
  /** Later checks, oldest first. */
  checks: ReportCheck[]
  filename: string
  /** As it was uploaded, for the record. */
  original_filename: string
  /** Whether every figure follows the two pages. */
  appendix: boolean
  /** Student and class as on the page, joined; null if the document has none. */
  owner: string | null
  /** Any language tag; unsupported ones give English. */
  language: string
  /** The reader's IANA time zone; UTC where it is absent or unknown. */
  time_zone?: string | undefined
}

/** What stood beside the report of a document when it was added to a case. */
export interface CaseEvidence {
  /** The submitted file, null for a text without one; its SHA-256 is null for files of early versions. */
  file: { filename: string; bytes: number; sha256: string | null } | null
  /** What the text shares with others of its class and its upload, one item for each comparison. */
  overlap: { documents: number; words: number; pairs: { words: number; passages: number; share: number }[] }[]
  /**
   * The documents of other classes and years with which it shares passages; absent in cases from before they
   * were compared.
   */
  handed_in_before?: { words: number; share: number; is_own_work: boolean; handed_in_at: string }[]
  /**
   * The sources of its class with which it shares passages; absent in cases from before there were sources.
   */
  sources?: Pick<SourceMatch, 'name' | 'kind' | 'words' | 'share'>[]
  earlier: EarlierWriting
  /** Null unless the text was handed in from a writing task. */
  writing: (PrintedWriting & { submission_id: string }) | null
}

/** The contents of the PDF of a case. */
export interface CasePrintOrder {
  record: Pick<
    Case,
    | 'id'
    | 'student_name'
    | 'class_name'
    | 'created_at'
    | 'entries'
    | 'teacher_name'
    | 'school_name'
    | 'rule'
    | 'standard_of_proof'
    | 'companion'
  >
  /** `evidence` is null for documents that were added before it was kept. */
  documents: {
    filename: string
    added_at: string
    report: FrozenReport
    evidence: CaseEvidence | null
    /** Whether a later detector no longer judges the text. */
    is_withdrawn: boolean
  }[]
  /** What the student handed in, oldest first. */
  replies: StudentReply[]
  /** The files that are packed beside the PDF. */
  hashes: { path: string; sha256: string }[]
  /** The hash of the last entry of the timeline. */
  timeline_head: string | null
  made_at: string
  language: string
  time_zone?: string | undefined
}

export type PrintAnswer = { pdf: Uint8Array } | { error: string }
