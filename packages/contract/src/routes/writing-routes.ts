import * as z from 'zod/mini'
import { LongAttachment } from '../calls/attachment.ts'
import { defineRoute, limit, offset } from '../calls/route.ts'
import { Deleted } from '../values/scalars.ts'
import {
  CreatedWritingLinks,
  HandInInput,
  OpenedWritingRoom,
  OpenWritingRoomInput,
  WritingBatchInput,
  WritingBatchReply,
  WritingComparison,
  WritingRecordPage,
  WritingRoom,
  WritingSession,
  WritingSubmission,
  WritingSubmissionView,
  WritingTask,
  WritingTaskChange,
  WritingTaskFilter,
  WritingTaskInput,
  WritingTaskView,
} from '../writing/writing.ts'

const byId = z.object({ id: z.string() })
const entryOffset = z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0)

/** Calls about writing tasks and the links of their students. */
export const writingTaskRoutes = {
  listWritingTasks: defineRoute({
    method: 'GET',
    path: '/writing-tasks',
    access: 'teacher',
    scope: 'writing:read',
    summary: 'Own writing tasks, the newest first',
    input: z.extend(WritingTaskFilter, { offset, limit: z._default(limit, 50) }),
    reply: z.array(WritingTask),
  }),
  createWritingTask: defineRoute({
    method: 'POST',
    path: '/writing-tasks',
    access: 'teacher',
    success: 201,
    summary: 'Set a writing task for a class',
    input: WritingTaskInput,
    reply: WritingTask,
  }),
  readWritingTask: defineRoute({
    method: 'GET',
    path: '/writing-tasks/:id',
    access: 'teacher',
    scope: 'writing:read',
    summary: 'A writing task with the state of every student of its class',
    input: byId,
    reply: WritingTaskView,
  }),
  changeWritingTask: defineRoute({
    method: 'PUT',
    path: '/writing-tasks/:id',
    access: 'teacher',
    summary: 'Change a writing task; an absent field stays',
    input: z.extend(WritingTaskChange, byId.shape),
    reply: WritingTask,
  }),
  deleteWritingTask: defineRoute({
    method: 'DELETE',
    path: '/writing-tasks/:id',
    access: 'teacher',
    summary:
      'Delete a writing task with its links, texts and records: it goes to the bin; documents that were handed in stay',
    input: byId,
    reply: Deleted,
  }),
  createWritingLinks: defineRoute({
    method: 'POST',
    path: '/writing-tasks/:id/links',
    access: 'teacher',
    success: 201,
    summary:
      'Make private links for these students, or for all of the class who have none; a new link replaces the one before',
    input: z.object({ id: z.string(), student_ids: z._default(z.nullable(z.array(z.string())), null) }),
    reply: CreatedWritingLinks,
  }),
  revokeWritingLink: defineRoute({
    method: 'DELETE',
    path: '/writing-tasks/:id/links/:student_id',
    access: 'teacher',
    summary: 'Revoke the link of a student; what was written stays',
    input: z.object({ id: z.string(), student_id: z.string() }),
    reply: WritingSubmission,
  }),
} as const

/** Calls about how a text came to be. */
export const writingRecordRoutes = {
  readWritingSubmission: defineRoute({
    method: 'GET',
    path: '/writing-submissions/:id',
    access: 'teacher',
    scope: 'writing:read',
    summary: 'How a text came to be: the summary of its record, and whether the record is intact',
    input: byId,
    reply: WritingSubmissionView,
  }),
  readWritingRecord: defineRoute({
    method: 'GET',
    path: '/writing-submissions/:id/record',
    access: 'teacher',
    scope: 'writing:read',
    summary: 'The record of a text, page by page',
    input: z.extend(byId, { offset: entryOffset }),
    reply: WritingRecordPage,
  }),
  exportWritingRecord: defineRoute({
    method: 'GET',
    path: '/writing-submissions/:id/record/file',
    access: 'teacher',
    scope: 'writing:read',
    attachment: 'application/json',
    summary: 'The whole record as a file, with the hash of every batch',
    input: byId,
    reply: LongAttachment,
  }),
  readWritingComparison: defineRoute({
    method: 'GET',
    path: '/writing-submissions/:id/comparison',
    access: 'teacher',
    scope: 'writing:read',
    summary: 'Time, revisions, pauses and pastes of a text among those of the others handed in for its task',
    input: byId,
    reply: WritingComparison,
  }),
  readWritingOfDocument: defineRoute({
    method: 'GET',
    path: '/documents/:id/writing',
    access: 'teacher',
    scope: 'writing:read',
    summary: 'How the text of a document came to be; null unless it was handed in from a writing task',
    input: byId,
    reply: z.nullable(WritingSubmissionView),
  }),
} as const

/**
 * Calls of the student's page. The secret of the link, or of the session it opens, is in the body, so that no
 * log of addresses holds it.
 */
export const writingRoomRoutes = {
  openWritingRoom: defineRoute({
    method: 'POST',
    path: '/writing-room/open',
    access: 'public',
    summary: 'Open a link on a device',
    input: OpenWritingRoomInput,
    reply: OpenedWritingRoom,
  }),
  readWritingRoom: defineRoute({
    method: 'POST',
    path: '/writing-room/read',
    access: 'public',
    summary: 'The task and the text as it is stored',
    input: WritingSession,
    reply: WritingRoom,
  }),
  acceptWritingRecord: defineRoute({
    method: 'POST',
    path: '/writing-room/accept',
    access: 'public',
    summary: 'The student has read what is recorded and begins',
    input: WritingSession,
    reply: WritingRoom,
  }),
  sendWritingBatch: defineRoute({
    method: 'POST',
    path: '/writing-room/batch',
    access: 'public',
    summary: 'Store the next entries of the record; answered only once they cannot be lost',
    input: WritingBatchInput,
    reply: WritingBatchReply,
  }),
  readOwnWritingRecord: defineRoute({
    method: 'POST',
    path: '/writing-room/record',
    access: 'public',
    summary: "The student's own record, page by page",
    input: z.extend(WritingSession, { offset: entryOffset }),
    reply: WritingRecordPage,
  }),
  handInWriting: defineRoute({
    method: 'POST',
    path: '/writing-room/hand-in',
    access: 'public',
    storesFiles: true,
    summary: 'Hand the text in: it becomes a document of the teacher',
    input: HandInInput,
    reply: WritingRoom,
  }),
  takeBackWriting: defineRoute({
    method: 'POST',
    path: '/writing-room/take-back',
    access: 'public',
    summary: 'Take the text back to go on writing, until the due date',
    input: WritingSession,
    reply: WritingRoom,
  }),
} as const
