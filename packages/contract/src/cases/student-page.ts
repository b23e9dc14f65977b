import * as z from 'zod/mini'
import { PlainFact } from '../documents/fact.ts'
import { fileTypes } from '../documents/file-types.ts'
import { Id, Time } from '../values/scalars.ts'

/**
 * Files that a student can hand in with a reply: documents, and pictures of notes. None of them is ever
 * scored.
 */
export const replyPictures = ['jpg', 'png', 'heic'] as const
export const replyFileKinds = [...fileTypes, ...replyPictures] as const
export type ReplyFileKind = (typeof replyFileKinds)[number]

/** The languages of the student's page. */
export const studentLanguages = ['en-GB', 'en-US', 'fr-FR'] as const
export type StudentLanguage = (typeof studentLanguages)[number]

/** Days for which a link to the student's page can be valid. */
export const studentLinkDays = [3, 7, 14, 30] as const

export const studentPageLimits = {
  files: 10,
  /** Characters of each answer. */
  textCharacters: 10_000,
  /** How long a teacher can look at the page as the student will see it. */
  previewMinutes: 15,
  usualDays: 14,
  /** How long after its end a link can still be extended. */
  extendableDays: 60,
} as const

/** A link that a student was given. */
export const StudentLink = z.object({
  language: z.enum(studentLanguages),
  created_at: Time,
  expires_at: Time,
  emailed_at: z.nullable(Time),
  /** When someone pressed the button that opens the page; fetching the address does not count. */
  opened_at: z.nullable(Time),
  answered_at: z.nullable(Time),
  revoked_at: z.nullable(Time),
  /** Whether its address can be read again: until it is used, withdrawn or expired. */
  can_be_copied: z.boolean(),
})
export type StudentLink = z.infer<typeof StudentLink>

/** Why a file of a reply was not read. The teacher can open it all the same. */
export const unreadReasons = [
  'picture',
  'encrypted',
  'damaged',
  'image-only',
  'unreadable-scan',
  'empty',
  'unsupported',
  'too-many-pages',
  'too-large',
  'too-slow',
  'too-much-memory',
  'missing',
  'failed',
] as const
export type UnreadReason = (typeof unreadReasons)[number]

export const replyFileCheckStates = ['waiting', 'read', 'unread'] as const

/** What a file of a reply says about itself. It is only read for this: nothing in it is scored or counted. */
export const ReplyFileCheck = z.object({
  state: z.enum(replyFileCheckStates),
  /** Null unless the file was not read. */
  reason: z.nullable(z.enum(unreadReasons)),
  /** Null until the file was read. */
  words: z.nullable(z.int()),
  /** Null for files without pages. */
  page_count: z.nullable(z.int()),
  facts: z.array(PlainFact),
})
export type ReplyFileCheck = z.infer<typeof ReplyFileCheck>

export const ReplyFile = z.object({
  id: Id,
  filename: z.string(),
  kind: z.enum(replyFileKinds),
  size_bytes: z.int(),
  /** SHA-256 of the file, hexadecimal. */
  sha256: z.string(),
  check: ReplyFileCheck,
})
export type ReplyFile = z.infer<typeof ReplyFile>

/** What a student handed in. It never changes; the checks of its files follow some moments later. */
export const StudentReply = z.object({
  id: Id,
  handed_in_at: Time,
  /** Whether it is the appeal against a decision. */
  is_appeal: z.boolean(),
  /** One for each question of the timeline. */
  answers: z.array(z.object({ entry_id: Id, question: z.string(), text: z.string() })),
  /** What the student added to the answers. */
  text: z.string(),
  files: z.array(ReplyFile),
})
export type StudentReply = z.infer<typeof StudentReply>

/** The student's page of a case, as its teacher sees it. */
export const StudentPage = z.object({
  /** The last link; null before the first. */
  link: z.nullable(StudentLink),
  /** Whether the student began a reply. Its text is not shown before it is handed in. */
  has_draft: z.boolean(),
  replies: z.array(StudentReply),
  /** The student's email address, where the teacher entered one. */
  email: z.nullable(z.string()),
  /**
   * Whether a mail server delivers what the product sends; without one, the teacher has to pass the link on.
   */
  delivers_email: z.boolean(),
})
export type StudentPage = z.infer<typeof StudentPage>

export const StudentLinkInput = z.object({
  language: z.enum(studentLanguages),
  days: z.int().check(z.minimum(1), z.maximum(90)),
  /** Whether to email the link to the student. */
  send_email: z._default(z.boolean(), false),
  /** IANA name of the zone in which the page shows times; UTC if it is absent or unknown. */
  time_zone: z._default(z.nullable(z.string().check(z.maxLength(64))), null),
})

/** A new link with its address. */
export const MadeStudentLink = z.object({ url: z.string(), page: StudentPage })
export type MadeStudentLink = z.infer<typeof MadeStudentLink>
