import { randomBytes, randomUUID } from 'node:crypto'
import {
  apiBase,
  type Deleted,
  type ExportArchive,
  type ExportLink,
  exportTimes,
  isId,
  type LongAttachment,
  type Problem,
  routes,
} from '@penmark/contract'
import type { z } from 'zod'
import type { Binder } from '../../../http/bind.ts'
import type { Owner } from '../../../http/caller.ts'
import { minuteMs } from '../../../lib/durations.ts'
import { hashSecret } from '../../../lib/secrets.ts'
import { problem } from '../../../locale/problems/problem.ts'
import type { Connection } from '../../../services/database/database.ts'
import { sendJob } from '../../../services/queue/send-job.ts'
import {
  deleteExport as deleteRow,
  type ExportRow,
  insertExport,
  selectArchiveBytes,
  selectArchiveKeys,
  selectExports,
  selectKnownKeys,
  selectOptionalExport,
  selectOptionalExportByTicket,
  updateTicket,
} from './store.ts'
import { type ExportsDependencies, exportTeacher, teacherExportFilename } from './write-export.ts'

export function bindExports({ bind, bindPublic }: Binder, dependencies: ExportsDependencies): void {
  bind(routes.exportTeacher, async (_input, { teacher_id, person }) =>
    exportTeacher(dependencies, { teacher_id, subject: person.subject }),
  )
  bind(routes.startExport, ({ language }, caller) => startExport(dependencies, language ?? 'en-GB', caller))
  bind(routes.listExports, (_input, caller) => listExports(dependencies, caller))
  bind(routes.readExport, ({ id }, caller) => readExport(dependencies, id, caller))
  bind(routes.deleteExport, ({ id }, caller) => deleteExport(dependencies, id, caller))
  bind(routes.createExportLink, ({ id }, caller) => createExportLink(dependencies, id, caller))
  bindPublic(routes.fetchExport, ({ ticket }) => fetchExport(dependencies, ticket))
}

function toArchive(row: ExportRow): ExportArchive {
  const { id, state, documents_done, documents_total, size_bytes, created_at, expires_at, write_fault } = row
  return {
    id,
    state,
    documents_done,
    documents_total,
    size_bytes: state === 'ready' ? size_bytes : null,
    created_at: created_at.toISOString(),
    expires_at: state === 'ready' ? (expires_at?.toISOString() ?? null) : null,
    write_fault: state === 'ready' ? null : write_fault,
  }
}

function noSuchExport(): Problem {
  return problem('not_found', 'archive_unknown')
}

async function requireExport(
  { database }: ExportsDependencies,
  id: string,
  { teacher_id }: Owner,
): Promise<ExportRow> {
  const row = isId(id) ? await selectOptionalExport(database, teacher_id, id) : null
  if (!row) throw noSuchExport()
  return row
}

async function listExports(
  { database }: ExportsDependencies,
  { teacher_id }: Owner,
): Promise<ExportArchive[]> {
  return (await selectExports(database, teacher_id)).map(toArchive)
}

/** Starts an archive. While one is being made, returns that one instead. */
async function startExport(
  dependencies: ExportsDependencies,
  language: string,
  { teacher_id }: Owner,
): Promise<ExportArchive> {
  const row = { id: randomUUID(), teacher_id, language, state: 'waiting', created_at: new Date() } as const
  const inserted = await dependencies.database.transaction(async (connection) => {
    const started = await insertExport(connection, row)
    if (started) await sendJob(connection, 'exports', started.id)
    return started
  })
  if (inserted) return toArchive(inserted)
  const running = (await selectExports(dependencies.database, teacher_id)).find(
    ({ state }) => state === 'waiting' || state === 'making',
  )
  if (!running) throw problem('busy', 'archive_just_finished')
  return toArchive(running)
}

async function readExport(
  dependencies: ExportsDependencies,
  id: string,
  owner: Owner,
): Promise<ExportArchive> {
  return toArchive(await requireExport(dependencies, id, owner))
}

/** Deletes the archive, or stops making it. */
async function deleteExport(
  dependencies: ExportsDependencies,
  id: string,
  owner: Owner,
): Promise<z.infer<typeof Deleted>> {
  const { blob_key } = await requireExport(dependencies, id, owner)
  if (blob_key !== null) await dependencies.storage.delete(blob_key)
  await deleteRow(dependencies.database, owner.teacher_id, id)
  return { id, deleted: true }
}

/**
 * A browser downloads by URL and sends no token, so the URL contains a secret and expires soon. A new link
 * replaces the last one.
 */
async function createExportLink(
  dependencies: ExportsDependencies,
  id: string,
  owner: Owner,
): Promise<ExportLink> {
  const { state } = await requireExport(dependencies, id, owner)
  if (state !== 'ready') throw problem('conflict', 'archive_not_ready')
  const ticket = randomBytes(32).toString('base64url')
  const expires_at = new Date(Date.now() + exportTimes.linkMinutes * minuteMs)
  await updateTicket(dependencies.database, id, hashSecret(ticket), expires_at)
  return { url: `${apiBase}/exports/${ticket}`, expires_at: expires_at.toISOString() }
}

async function fetchExport(
  { database, storage }: ExportsDependencies,
  ticket: string,
): Promise<LongAttachment> {
  const row = await selectOptionalExportByTicket(database, hashSecret(ticket), new Date())
  const content = row?.blob_key == null ? null : await storage.get(row.blob_key)
  if (!row || !content) throw problem('not_found', 'archive_link_expired')
  return { filename: teacherExportFilename(row.created_at, 'zip'), chunks: content }
}

/** Which of these stored files are archives. */
export function listArchivesAmong(connection: Connection, keys: string[]): Promise<string[]> {
  return selectKnownKeys(connection, keys)
}

/** Bytes of all archives that can be downloaded. */
export function readArchiveBytes(connection: Connection): Promise<number> {
  return selectArchiveBytes(connection)
}

/** The storage keys of a teacher's archives. */
export function listArchiveKeys(connection: Connection, teacher_id: string): Promise<string[]> {
  return selectArchiveKeys(connection, teacher_id)
}
