import * as z from 'zod/mini'
import { Id, Time } from '../values/scalars.ts'

export const teacherImportLimits = { bytes: 512 * 1024, lines: 2_000, runs: 30, problems: 200 } as const

/** Why a list changes nothing at all. */
export const teacherImportFaults = [
  'unreadable',
  'too-large',
  'empty',
  'headers',
  'no-rows',
  'too-many-lines',
  'too-many-deactivated',
] as const
export type TeacherImportFault = (typeof teacherImportFaults)[number]

/** What is wrong with a line, or what it asks for and does not get. */
export const teacherImportProblems = [
  'columns',
  'quotes',
  'email',
  'name',
  'too-long',
  'role',
  'active',
  'duplicate',
  'ambiguous',
  'being-deleted',
  'unverified',
  'role-from-provider',
  'last-administrator',
  'named-administrator',
] as const

/** `line` is null for a teacher who is no longer listed. */
export const TeacherImportProblem = z.object({
  line: z.nullable(z.int()),
  code: z.enum(teacherImportProblems),
})
export type TeacherImportProblem = z.infer<typeof TeacherImportProblem>

export const teacherImportFields = ['name', 'administrator', 'teacher', 'active'] as const

/** What a list does to one account. */
export const TeacherImportChange = z.object({
  kind: z.enum(['add', 'change', 'deactivate']),
  line: z.nullable(z.int()),
  email: z.string(),
  name: z.string(),
  /** Of a change: which fields; of an addition: `administrator` for a new administrator. */
  fields: z.array(z.enum(teacherImportFields)),
})
export type TeacherImportChange = z.infer<typeof TeacherImportChange>

/** A run that was carried out, or refused, with line numbers and without names. */
export const TeacherImportRun = z.object({
  id: Id,
  source: z.enum(['upload', 'schedule']),
  at: Time,
  fault: z.nullable(z.enum(teacherImportFaults)),
  added: z.int(),
  changed: z.int(),
  deactivated: z.int(),
  unchanged: z.int(),
  problems: z.array(TeacherImportProblem),
})
export type TeacherImportRun = z.infer<typeof TeacherImportRun>

/** What to do about accounts of earlier lists that the file no longer names. */
export const teacherImportMissing = ['keep', 'deactivate'] as const

export const TeacherImportInput = z.object({
  /** The file's bytes in base64, because spreadsheets save in several encodings. */
  file: z.base64().check(z.maxLength(Math.ceil(teacherImportLimits.bytes / 3) * 4 + 4)),
  missing: z._default(z.enum(teacherImportMissing), 'keep'),
  /** Carries out a list that deactivates more accounts than a list may do by itself. */
  allow_many: z._default(z.boolean(), false),
  /** Of the preview that is to be carried out; without it nothing is changed. */
  fingerprint: z.optional(z.string()),
})
export type TeacherImportInput = z.input<typeof TeacherImportInput>

export const TeacherImportResult = z.object({
  fault: z.nullable(z.enum(teacherImportFaults)),
  changes: z.array(TeacherImportChange),
  unchanged: z.int(),
  problems: z.array(TeacherImportProblem),
  /** Names what the preview showed. */
  fingerprint: z.string(),
  /** Null for a preview. */
  run: z.nullable(TeacherImportRun),
})
export type TeacherImportResult = z.infer<typeof TeacherImportResult>

export const TeacherImports = z.object({
  /** Newest first. */
  runs: z.array(TeacherImportRun),
  /** Null if no file is read every night. */
  nightly: z.nullable(
    z.object({ missing: z.enum(teacherImportMissing), hour: z.int(), time_zone: z.string() }),
  ),
  /**
   * Whether added teachers get an email with a link; otherwise their first sign-in at the school's service
   * links them.
   */
  sends_invitations: z.boolean(),
})
export type TeacherImports = z.infer<typeof TeacherImports>
