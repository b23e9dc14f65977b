import * as z from 'zod/mini'
import { studentLanguages } from '../cases/student-page.ts'
import { Flag, Id, multilineText, requiredText, Time } from '../values/scalars.ts'

export const writingLimits = {
  /** Tasks of one teacher. */
  tasks: 1_000,
  instructionsCharacters: 10_000,
  sourcesCharacters: 2_000,
  words: 20_000,
  /** Entries that one call may send. */
  batchEntries: 500,
  /** Characters of JSON in one batch. */
  batchCharacters: 1_000_000,
  /** Characters that a text may hold while it is written. */
  textCharacters: 200_000,
  /** Entries of one record; after these the text can only be handed in. */
  entries: 300_000,
  /** Entries that one page of a record holds. */
  recordPage: 5_000,
  /** How often a text may be taken back before its due date. */
  takeBacks: 5,
  pinDigits: [4, 8],
} as const

/**
 * Whether text from elsewhere can be pasted. Every paste is recorded; `shown` marks it for the student too,
 * `blocked` refuses it.
 */
export const pastingRules = ['allowed', 'shown', 'blocked'] as const

const wordCount = z.nullable(z.int().check(z.minimum(1), z.maximum(writingLimits.words)))

const taskFields = {
  title: requiredText('title_missing'),
  instructions: multilineText(writingLimits.instructionsCharacters),
  due_at: z.nullable(Time),
  /** Null for no lower or no upper bound. */
  words_min: wordCount,
  words_max: wordCount,
  pasting: z.enum(pastingRules),
  /** Which sources students may use, in the teacher's words; null if not stated. */
  sources: z.pipe(
    z.nullable(multilineText(writingLimits.sourcesCharacters)),
    z.transform((text) => text || null),
  ),
  /** The language of the students' page. */
  language: z.enum(studentLanguages),
  /** Digits that students enter beside their link; null for none. */
  pin: z.nullable(z.string().check(z.regex(/^\d{4,8}$/, 'pin_digits'))),
}

export const WritingTaskInput = z.object({
  class_group_id: z.string(),
  title: taskFields.title,
  instructions: z._default(taskFields.instructions, ''),
  due_at: z._default(taskFields.due_at, null),
  words_min: z._default(taskFields.words_min, null),
  words_max: z._default(taskFields.words_max, null),
  pasting: z._default(taskFields.pasting, 'shown'),
  sources: z._default(taskFields.sources, null),
  language: z._default(taskFields.language, 'en-GB'),
  pin: z._default(taskFields.pin, null),
})
export type WritingTaskInput = z.input<typeof WritingTaskInput>

/** An absent field stays. */
export const WritingTaskChange = z.partial(z.object(taskFields))
export type WritingTaskChange = z.input<typeof WritingTaskChange>

export const writingStates = ['not-begun', 'writing', 'handed-in'] as const
export type WritingState = (typeof writingStates)[number]

/** How a text came to be, computed from its record. Characters are counted without white space. */
export const WritingSummary = z.object({
  words: z.int(),
  characters: z.int(),
  /** Periods without a break of 10 minutes. */
  sessions: z.int(),
  /** Minutes from the first to the last entry of each session, added up. */
  minutes: z.number(),
  started_at: z.nullable(Time),
  ended_at: z.nullable(Time),
  /**
   * Of `characters`, how many were typed, were pasted from elsewhere, were moved within the text, or were
   * inserted at once without a paste, as by dictation, a suggestion, a spelling tool or a program.
   */
  typed: z.int(),
  pasted: z.int(),
  moved: z.int(),
  inserted: z.int(),
  /** Pastes from elsewhere, and their words when they were pasted. */
  pastes: z.object({ count: z.int(), words: z.int(), largest_words: z.int(), blocked: z.int() }),
  /** Insertions of three words or of more than 50 characters at once, without a paste. */
  insertions: z.object({ count: z.int(), words: z.int(), largest_words: z.int() }),
  /** How often text was deleted or replaced; several deletions in a row are one. */
  revisions: z.int(),
  /** How often the writer went on more than 50 characters before the end of the change before. */
  returns: z.int(),
  /** Times of 2 seconds or more between two changes of a session. */
  pauses: z.int(),
  /** Deletions of at least 50 words at once. */
  large_deletions: z.int(),
  /** Of all characters ever inserted, how many are not in the final text. */
  deleted_characters: z.int(),
  /** How often and how long the page was left within sessions. */
  away: z.object({ count: z.int(), minutes: z.number() }),
  /**
   * Typed characters a minute in the fastest five minutes; null with less than five minutes of writing or
   * fewer than 200 of them.
   */
  fastest_characters_per_minute: z.nullable(z.number()),
  /**
   * The fastest stretch of at least 100 characters that look typed, if it is faster than anybody types, which
   * is 50 a second; otherwise null. `pieces` says whether most of them came one by one, or in words, as
   * dictation sends them.
   */
  fastest_stretch: z.nullable(
    z.object({ characters: z.int(), duration_ms: z.int(), pieces: z.enum(['characters', 'words']) }),
  ),
  /**
   * Standard deviation of the seconds between typed characters, divided by their mean; null below 200 of
   * them.
   */
  rhythm_variation: z.nullable(z.number()),
})
export type WritingSummary = z.infer<typeof WritingSummary>

/**
 * Entries whose dates, which are the browser's word, are not confirmed by when the server received them:
 * - `before-opening`: dated before the student opened the task; `explained` if they arrived at the pace at
 *   which they are dated, as with a wrong clock
 * - `faster`: dated over more time than had passed on the server, which no lost connection explains
 * - `late`: arrived together after a silence, as after a lost connection; `explained` if the page noted that
 *   it had none
 */
export const WritingArrivalFinding = z.object({
  kind: z.enum(['before-opening', 'faster', 'late']),
  /** How many changes of the text, and whether the record has no others. */
  changes: z.int(),
  all: z.boolean(),
  /** When they are dated, and when the server received them. */
  from: Time,
  to: Time,
  received_from: Time,
  received_to: Time,
  /** When the task was opened, or when the server had last heard from the page. */
  since: Time,
  explained: z.boolean(),
})
export type WritingArrivalFinding = z.infer<typeof WritingArrivalFinding>

/**
 * `intact`: every stored batch still has the hash it was stored with, and arrived when it is dated.
 * `unconfirmed`: the hashes match, but there are findings about the arrival. `altered`: a stored batch was
 * changed.
 */
export const recordIntegrities = ['intact', 'unconfirmed', 'altered'] as const
export type RecordIntegrity = (typeof recordIntegrities)[number]

/** One student's text in a task, as the teacher sees it. */
export const WritingSubmission = z.object({
  id: Id,
  task_id: Id,
  student_id: Id,
  student_name: z.string(),
  state: z.enum(writingStates),
  /** The link; null before the first. Its address is shown once and not stored. */
  link: z.nullable(z.object({ created_at: Time, opened_at: z.nullable(Time), revoked_at: z.nullable(Time) })),
  words: z.int(),
  entries: z.int(),
  last_written_at: z.nullable(Time),
  handed_in_at: z.nullable(Time),
  /** The document that was made of the text; null before it is handed in, and after it was deleted. */
  document_id: z.nullable(Id),
})
export type WritingSubmission = z.infer<typeof WritingSubmission>

export const WritingTask = z.object({
  id: Id,
  /** Null once the class was deleted; the texts stay. */
  class_group_id: z.nullable(Id),
  class_name: z.nullable(z.string()),
  title: z.string(),
  instructions: z.string(),
  due_at: z.nullable(Time),
  words_min: z.nullable(z.int()),
  words_max: z.nullable(z.int()),
  pasting: z.enum(pastingRules),
  sources: z.nullable(z.string()),
  language: z.enum(studentLanguages),
  has_pin: z.boolean(),
  created_at: Time,
  /** How many students of the class there are, have begun and have handed in. */
  counts: z.object({ students: z.int(), begun: z.int(), handed_in: z.int() }),
})
export type WritingTask = z.infer<typeof WritingTask>

/** A student of the class; `id` is null until they are given a link. */
export const WritingStudent = z.extend(WritingSubmission, { id: z.nullable(Id) })
export type WritingStudent = z.infer<typeof WritingStudent>

/** A task with one line for every student of its class, and for those who left it and have a text. */
export const WritingTaskView = z.object({ task: WritingTask, students: z.array(WritingStudent) })
export type WritingTaskView = z.infer<typeof WritingTaskView>

/** New links with their addresses, which cannot be shown again. */
export const CreatedWritingLinks = z.object({
  links: z.array(z.object({ student_id: Id, student_name: z.string(), url: z.string() })),
})
export type CreatedWritingLinks = z.infer<typeof CreatedWritingLinks>

/** Where a change came from, as the editor saw it. */
export const writingOrigins = [
  'typing',
  'paste',
  'drop',
  'replacement',
  'delete',
  'cut',
  'undo',
  'redo',
  'format',
] as const
export type WritingOrigin = (typeof writingOrigins)[number]

const entryFields = {
  /** Milliseconds since 1970 by the clock of the writer's device. */
  at: z.int().check(z.minimum(0), z.maximum(8.64e15)),
  /** Which editor made it: a random name for each opened page. */
  client: z.string().check(z.regex(/^[\w-]{8,40}$/)),
  /** Counts the entries of this client from 1, so that an entry sent twice is stored once. */
  n: z.int().check(z.minimum(1)),
}

/**
 * One entry of the record. `step` is a step of the editor in its JSON form; steps alone change the text and
 * count in its version.
 */
export const WritingRecordEntry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('step'),
    ...entryFields,
    origin: z.enum(writingOrigins),
    step: z.record(z.string(), z.unknown()),
  }),
  /** The page was opened, closed, left or returned to, or noticed that its connection was lost or back. */
  z.object({ kind: z.enum(['open', 'close', 'focus', 'blur', 'offline', 'online']), ...entryFields }),
  /** A paste that the task does not allow; nothing but its length is recorded. */
  z.object({ kind: z.literal('blocked-paste'), ...entryFields, characters: z.int().check(z.minimum(0)) }),
])
export type WritingRecordEntry = z.infer<typeof WritingRecordEntry>

/** A part of a record, oldest entry first. */
export const WritingRecordPage = z.object({
  entries: z.array(WritingRecordEntry),
  /** Index of the first entry of this page, and how many the record has. */
  offset: z.int(),
  total: z.int(),
  /**
   * When the server received the entries of this page: each time holds from the entry with the index `first`
   * on.
   */
  received: z.array(z.object({ first: z.int(), at: Time })),
  /** Hash of the last batch, hexadecimal; null for an empty record. */
  hash: z.nullable(z.string()),
})
export type WritingRecordPage = z.infer<typeof WritingRecordPage>

/** What a teacher sees of one text: how it was written, and whether the record is complete. */
export const WritingSubmissionView = z.object({
  task: WritingTask,
  submission: WritingSubmission,
  summary: WritingSummary,
  integrity: z.enum(recordIntegrities),
  /** When the student read what is recorded and began; null before. */
  opened_at: z.nullable(Time),
  arrival: z.array(WritingArrivalFinding),
  hash: z.nullable(z.string()),
})
export type WritingSubmissionView = z.infer<typeof WritingSubmissionView>

/** Texts that a comparison needs, and that it uses at most. */
export const writingComparisonTexts = { fewest: 8, most: 60 } as const

export const comparedMeasures = ['minutes', 'revisions', 'pauses', 'pastes'] as const

/**
 * One text among the others that were handed in for its task: facts without names and without a judgement.
 */
export const WritingComparison = z.object({
  /** The other texts. */
  n: z.int(),
  /** Empty with too few of them. `others` are sorted, so that their order names nobody. */
  measures: z.array(
    z.object({ measure: z.enum(comparedMeasures), own: z.number(), others: z.array(z.number()) }),
  ),
})
export type WritingComparison = z.infer<typeof WritingComparison>

/** The proof that a student opened their link on a device. */
const session = z.string().check(z.maxLength(200))

export const OpenWritingRoomInput = z.object({
  token: z.string().check(z.maxLength(200)),
  /** Null if the task has none, or before the student was asked for it. */
  pin: z._default(z.nullable(z.string().check(z.maxLength(20))), null),
})

/** What the student's page shows. */
export const WritingRoom = z.object({
  task: z.pick(WritingTask, {
    title: true,
    instructions: true,
    due_at: true,
    words_min: true,
    words_max: true,
    pasting: true,
    sources: true,
    language: true,
    class_name: true,
  }),
  teacher_name: z.nullable(z.string()),
  student_name: z.string(),
  state: z.enum(writingStates),
  /** When the student read what is recorded and agreed to begin; null before. */
  accepted_at: z.nullable(Time),
  handed_in_at: z.nullable(Time),
  /** Whether the text can be handed in, and taken back, now. */
  can_hand_in: z.boolean(),
  can_take_back: z.boolean(),
  /** The text as the editor's JSON, and the number of steps that made it. */
  document: z.record(z.string(), z.unknown()),
  version: z.int(),
  hash: z.nullable(z.string()),
  now: Time,
})
export type WritingRoom = z.infer<typeof WritingRoom>

/** `pin` asks for the digits of the class; nothing of the task is shown before. */
export const OpenedWritingRoom = z.discriminatedUnion('state', [
  z.object({ state: z.literal('pin'), language: z.enum(studentLanguages) }),
  z.object({ state: z.literal('open'), session: z.string(), room: WritingRoom }),
])
export type OpenedWritingRoom = z.infer<typeof OpenedWritingRoom>

export const WritingSession = z.object({ session })

export const WritingBatchInput = z.object({
  session,
  /** The version of the text that the first step of the batch changes. */
  version: z.int().check(z.minimum(0)),
  /**
   * An empty list asks for what other pages and devices wrote: `missing` then holds the steps after
   * `version`.
   */
  entries: z.array(WritingRecordEntry).check(z.maxLength(writingLimits.batchEntries)),
})
export type WritingBatchInput = z.input<typeof WritingBatchInput>

/**
 * Whether a batch was stored. When it was not, another page or an earlier call whose answer was lost wrote
 * first: `missing` holds the stored steps after the version of the batch, the writer's own among them, for
 * the editor to apply before it sends the rest again.
 */
export const WritingBatchReply = z.object({
  stored: z.boolean(),
  version: z.int(),
  hash: z.nullable(z.string()),
  missing: z.array(WritingRecordEntry),
})
export type WritingBatchReply = z.infer<typeof WritingBatchReply>

export const HandInInput = z.object({
  session,
  /** The version that the student saw; 409 when the stored text is another. */
  version: z.int(),
})

export const WritingTaskFilter = z.object({
  class_group_id: z.optional(z.string()),
  /** Only tasks whose due date has not passed. */
  open: z.optional(Flag),
})
