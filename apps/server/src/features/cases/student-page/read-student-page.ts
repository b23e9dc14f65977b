import { type LongAttachment, type StudentPage, type StudentReply, studentLanguages } from '@penmark/contract'
import type { Owner } from '../../../http/caller.ts'
import { problem } from '../../../locale/problems/problem.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import type { Mailer } from '../../../services/mail/mailer.ts'
import type { Storage } from '../../../services/storage/storage.ts'
import { readStudentEmail } from '../../classes/index.ts'
import {
  type CaseLinkRow,
  type CaseReplyFileRow,
  selectChecks,
  selectHandedInFiles,
  selectKnownReplyKeys,
  selectOptionalLatestLink,
  selectReplies,
  selectReplyFileKeys,
  selectReplyFiles,
} from '../record/link-store.ts'
import { requireCase } from '../record/read-cases.ts'
import { toCheck } from './check-files.ts'

function toLink({ language, ...times }: CaseLinkRow): StudentPage['link'] {
  return {
    language: studentLanguages.find((each) => each === language) ?? 'en-GB',
    created_at: times.created_at.toISOString(),
    expires_at: times.expires_at.toISOString(),
    emailed_at: times.emailed_at?.toISOString() ?? null,
    opened_at: times.opened_at?.toISOString() ?? null,
    answered_at: times.answered_at?.toISOString() ?? null,
    revoked_at: times.revoked_at?.toISOString() ?? null,
    can_be_copied: times.sealed_token !== null && times.expires_at > new Date(),
  }
}

/** The replies that a student handed in, oldest first, with the rows of their files. */
export async function listReplies(
  connection: Connection,
  case_id: string,
): Promise<{ reply: StudentReply; files: CaseReplyFileRow[] }[]> {
  const replies = (await selectReplies(connection, case_id)).flatMap(({ handed_in_at, ...row }) =>
    handed_in_at === null ? [] : [{ ...row, handed_in_at }],
  )
  const files = await selectReplyFiles(
    connection,
    replies.map(({ id }) => id),
  )
  const checks = await selectChecks(
    connection,
    files.map(({ id }) => id),
  )
  return replies.map(({ id, handed_in_at, is_appeal, text, answers }) => {
    const replyFiles = files.filter(({ reply_id }) => reply_id === id)
    const reply = {
      id,
      handed_in_at: handed_in_at.toISOString(),
      is_appeal,
      answers,
      text,
      files: replyFiles.map((file) => ({
        id: file.id,
        filename: file.filename,
        kind: file.kind,
        size_bytes: file.size_bytes,
        sha256: file.sha256,
        check: toCheck(checks.find(({ file_id }) => file_id === file.id)),
      })),
    }
    return { reply, files: replyFiles }
  })
}

/** The student's page of the caller's own case. */
export async function readStudentPage(
  { mailer }: { mailer: Pick<Mailer, 'kind'> },
  connection: Connection,
  case_id: string,
  owner: Owner,
): Promise<StudentPage> {
  const { student_id } = await requireCase(connection, case_id, owner)
  const link = await selectOptionalLatestLink(connection, case_id)
  const replies = await selectReplies(connection, case_id)
  return {
    link: link && toLink(link),
    has_draft: replies.some(({ handed_in_at, is_appeal }) => handed_in_at === null && !is_appeal),
    replies: (await listReplies(connection, case_id)).map(({ reply }) => reply),
    email: student_id === null ? null : await readStudentEmail(connection, owner, student_id),
    delivers_email: mailer.kind === 'smtp',
  }
}

/** A file of a reply that was handed in. */
export async function fetchReplyFile(
  { database, storage }: { database: Database; storage: Pick<Storage, 'get'> },
  { id, file_id }: { id: string; file_id: string },
  owner: Owner,
): Promise<LongAttachment> {
  await requireCase(database, id, owner)
  const file = (await listReplies(database, id))
    .flatMap(({ files }) => files)
    .find((each) => each.id === file_id)
  const content = file && (await storage.get(file.blob_key))
  if (!file || !content) throw problem('not_found', 'file_unknown')
  return { filename: file.filename, chunks: content }
}

/** The storage keys of the files of all replies to a teacher. */
export function listReplyFileKeys(connection: Connection, teacher_id: string): Promise<string[]> {
  return selectReplyFileKeys(connection, teacher_id)
}

/**
 * The files that students handed in to a teacher, oldest first. Files of a draft still belong to the student
 * alone.
 */
export function listHandedInFiles(
  connection: Connection,
  teacher_id: string,
): Promise<{ filename: string; blob_key: string }[]> {
  return selectHandedInFiles(connection, teacher_id)
}

/** Which of these stored files belong to a reply. */
export function listReplyFilesAmong(connection: Connection, keys: string[]): Promise<string[]> {
  return selectKnownReplyKeys(connection, keys)
}
