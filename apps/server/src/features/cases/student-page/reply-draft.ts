import { randomUUID } from 'node:crypto'
import { Problem, studentPageLimits } from '@penmark/contract'
import { recordEvent } from '../../../services/audit/audit.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import type { Emit } from '../../../services/events/events.ts'
import type { Mailer } from '../../../services/mail/mailer.ts'
import type { Storage } from '../../../services/storage/storage.ts'
import { readEmail, readPlan, requireStorage, type StorageQuota } from '../../accounts/index.ts'
import { answeredEmail } from '../record/emails.ts'
import {
  type CaseLinkRow,
  type CaseReplyRow,
  deleteReplyFile,
  insertReply,
  insertReplyFiles,
  selectOptionalDraft,
  selectOptionalLinkByToken,
  selectReplyFiles,
  updateLink,
  updateReply,
} from '../record/link-store.ts'
import { lockCase, readCaseSummary } from '../record/read-cases.ts'
import { stateAfter } from '../record/rules.ts'
import { recordReply } from '../record/standing.ts'
import { insertCaseEntry, selectCaseEntries, updateCase } from '../record/store.ts'
import type { FileRefusal, RefusedFile, ReplyAnswer } from '../record/tables.ts'
import { queueFileChecks } from './check-files.ts'
import type { ReceivedReply, ReplyUpload } from './receive-reply.ts'

export interface ReplyDependencies {
  database: Database
  emit: Emit
  storage: Storage
  storageQuota: StorageQuota
  mailer: Pick<Mailer, 'send'>
  /** The product's public URL, without a trailing slash. */
  publicUrl: string
}

/** The name of the form field that answers a question. */
export const answerField = (entry_id: string) => `answer-${entry_id}`

/** Why a reply was not handed in. */
export type HandInRefusal = 'empty' | 'long'

/** Thrown if the link has been withdrawn, or its reply handed in, since its page was opened. */
export class ClosedLinkError extends Error {}

/**
 * Locks the case, so that requests from two tabs run one after the other, and checks again that the link is
 * open.
 */
async function lockOpenLink(connection: Connection, link: CaseLinkRow, now: Date): Promise<void> {
  await lockCase(connection, link.case_id, link)
  const current = await selectOptionalLinkByToken(connection, link.token_hash)
  const isOpen =
    current !== null &&
    current.revoked_at === null &&
    current.answered_at === null &&
    current.expires_at > now
  if (!isOpen || current.is_preview) throw new ClosedLinkError('The link is closed.')
}

async function findOrCreateDraft(
  connection: Connection,
  { case_id, teacher_id }: CaseLinkRow,
): Promise<CaseReplyRow> {
  return (
    (await selectOptionalDraft(connection, case_id, false)) ??
    insertReply(connection, { id: randomUUID(), case_id, teacher_id })
  )
}

/** Locks the case and returns the draft that can be changed at a link; creates it if there is none. */
export type LockDraft = (connection: Connection, link: CaseLinkRow) => Promise<CaseReplyRow>

const lockReplyDraft: LockDraft = async (connection, link) => {
  await lockOpenLink(connection, link, new Date())
  return findOrCreateDraft(connection, link)
}

/** The draft's answers with the changes of a form. Answers that the form lacks stay as they are. */
async function answersAfter(
  connection: Connection,
  draft: CaseReplyRow,
  fields: ReadonlyMap<string, string>,
): Promise<ReplyAnswer[]> {
  const questions = (await selectCaseEntries(connection, draft.case_id)).filter(
    ({ kind }) => kind === 'asked',
  )
  return questions.map(({ id, text }) => {
    const entry_id = String(id)
    const before = draft.answers.find((answer) => answer.entry_id === entry_id)
    return { entry_id, question: text ?? '', text: fields.get(answerField(entry_id)) ?? before?.text ?? '' }
  })
}

/** Saves the text of the draft. */
export function saveDraft(
  { database }: ReplyDependencies,
  link: CaseLinkRow,
  fields: ReadonlyMap<string, string>,
): Promise<void> {
  return database.transaction(async (connection) => {
    const now = new Date()
    await lockOpenLink(connection, link, now)
    const draft = await findOrCreateDraft(connection, link)
    const answers = await answersAfter(connection, draft, fields)
    await updateReply(connection, draft.id, {
      text: fields.get('text') ?? draft.text,
      answers,
      refused_files: [],
      saved_at: now,
    })
  })
}

/** Adds files to the draft, which are in the storage already. Returns those that were refused. */
export async function addFiles(
  { database, storageQuota }: ReplyDependencies,
  link: CaseLinkRow,
  { files }: Pick<ReceivedReply, 'files'>,
  lockDraft: LockDraft = lockReplyDraft,
): Promise<RefusedFile[]> {
  if (files.length === 0) return []
  const plan = await readPlan(database, link.teacher_id)
  const refuse = (uploads: readonly ReplyUpload[], refusal: FileRefusal) =>
    uploads.map(({ file: { filename } }) => ({ filename, refusal }))
  try {
    return await database.transaction(async (connection) => {
      const { id: reply_id, case_id, teacher_id } = await lockDraft(connection, link)
      const present = await selectReplyFiles(connection, [reply_id])
      // A form that is sent again because its response was lost contains the same files again.
      const isPresent = ({ file: { filename, sha256 } }: ReplyUpload) =>
        present.some((file) => file.filename === filename && file.sha256 === sha256)
      const added = files.filter((upload) => !isPresent(upload))
      const accepted = added.slice(0, studentPageLimits.files - present.length)
      const addedAt = Date.now()
      const rows = accepted.map(({ file, kind }, index) => ({
        id: randomUUID(),
        reply_id,
        case_id,
        teacher_id,
        filename: file.filename,
        kind,
        sha256: file.sha256,
        size_bytes: file.sizeBytes,
        blob_key: file.key,
        added_at: new Date(addedAt + index),
      }))
      await insertReplyFiles(connection, rows)
      await requireStorage(connection, storageQuota, plan, 0)
      for (const { file } of accepted) file.isClaimed = true
      return refuse(added.slice(accepted.length), 'many')
    })
  } catch (error) {
    if (error instanceof Problem && error.code === 'storage_full') return refuse(files, 'full')
    throw error
  }
}

/** Stores which files of a form were refused, so that the next page can name them. */
export async function saveRefused(
  { database }: ReplyDependencies,
  link: CaseLinkRow,
  refused_files: RefusedFile[],
  lockDraft: LockDraft = lockReplyDraft,
): Promise<void> {
  if (refused_files.length === 0) return
  await database.transaction(async (connection) => {
    await updateReply(connection, (await lockDraft(connection, link)).id, { refused_files })
  })
}

/** Removes a file from the draft. */
export async function removeFile(
  { database, storage }: ReplyDependencies,
  link: CaseLinkRow,
  file_id: string,
  lockDraft: LockDraft = lockReplyDraft,
): Promise<void> {
  const key = await database.transaction(async (connection) =>
    deleteReplyFile(connection, (await lockDraft(connection, link)).id, file_id),
  )
  // `sweepFiles` deletes later what cannot be deleted now.
  if (key !== null) await storage.delete(key).catch(() => undefined)
}

/** Null if the draft can be handed in. */
export function refusalOf(
  { text, answers }: Pick<CaseReplyRow, 'text' | 'answers'>,
  files: number,
): HandInRefusal | null {
  const texts = [text, ...answers.map((answer) => answer.text)]
  if (texts.some(({ length }) => length > studentPageLimits.textCharacters)) return 'long'
  return files === 0 && texts.every((answer) => answer === '') ? 'empty' : null
}

/**
 * Hands the draft in: it becomes part of the record, the case moves to answered, and the teacher gets an
 * email. Returns why the draft was refused; null if it was handed in.
 */
export function handIn(
  { database, emit, mailer, publicUrl }: ReplyDependencies,
  link: CaseLinkRow,
): Promise<HandInRefusal | null> {
  return database.transaction(async (connection) => {
    const now = new Date()
    await lockOpenLink(connection, link, now)
    const row = await lockCase(connection, link.case_id, link)
    const draft = await findOrCreateDraft(connection, link)
    const files = await selectReplyFiles(connection, [draft.id])
    const refusal = refusalOf(draft, files.length)
    if (refusal !== null) return refusal
    const { id: case_id, teacher_id, student_id, class_group_id } = row
    await updateReply(connection, draft.id, { handed_in_at: now, link_id: link.id, refused_files: [] })
    await queueFileChecks(connection, files)
    await updateLink(connection, link.id, { answered_at: now, sealed_token: null })
    const text = [...draft.answers.map((answer) => answer.text), draft.text]
      .filter((answer) => answer !== '')
      .join('\n\n')
    const { student_name: by_name } = await readCaseSummary(connection, case_id, { teacher_id })
    await insertCaseEntry(connection, {
      case_id,
      teacher_id,
      at: now,
      kind: 'answer',
      text: text || null,
      reply_id: draft.id,
      by_name,
    })
    await updateCase(connection, case_id, { state: stateAfter(row.state, 'answer'), updated_at: now })
    await recordReply(connection, case_id, now)
    await recordEvent(connection, {
      action: 'case-reply.receive',
      target_id: case_id,
      teacher_id,
      details: { files: files.length },
    })
    await emit(connection, 'caseChanged', {
      event: 'case.answered',
      case_id,
      teacher_id,
      student_id,
      class_group_id,
      now,
    })
    const email = await readEmail(connection, teacher_id)
    if (email !== null)
      await mailer.send(connection, answeredEmail(case_id, { email, language: link.language }, publicUrl))
    return null
  })
}
