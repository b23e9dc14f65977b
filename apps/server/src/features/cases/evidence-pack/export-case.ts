import { PassThrough, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { Attachment, Case, LongAttachment } from '@penmark/contract'
import { ZipFile } from 'yazl'
import type { Database } from '../../../database/database.ts'
import type { Owner } from '../../../http/caller.ts'
import { type Locale, nearestLocale } from '../../../locale/locale.ts'
import type { Storage } from '../../../outside/storage/storage.ts'
import type { CasePrintOrder } from '../../../print/messages.ts'
import type { Printer } from '../../../print/printer.ts'
import { sha256 } from '../../../security/secrets.ts'
import { recordAction } from '../../audit/audit.ts'
import { folderName } from '../../class-exports/format.ts'
import { readCase, readCaseReport } from '../read-cases.ts'
import { listReplies } from '../student-page/read-student-page.ts'
import {
  type ChainedEntry,
  chainEntries,
  makeManifest,
  type PackedDocument,
  type PackedReply,
  type PackFile,
  packFile,
  readmeFile,
  replyFiles,
  reportFiles,
  timelineFile,
  twoDigits,
} from './make-files.ts'

interface PackDependencies {
  database: Database
  printer: Printer
  storage: Pick<Storage, 'get'>
}

interface ExportRequest {
  id: string
  language?: string | undefined
  time_zone?: string | undefined
}

/** A case as it is now, read once, so that the PDF and the files beside it say the same. */
interface Packed {
  record: Case
  documents: PackedDocument[]
  timeline: ChainedEntry[]
  replies: PackedReply[]
  /** The reports, and what the student handed in. */
  evidence: PackFile[]
  language: Locale
  now: Date
}

function packCase({ database, storage }: PackDependencies, { id, language }: ExportRequest, owner: Owner): Promise<Packed> {
  return database.transaction(async (connection) => {
    const record = await readCase(connection, id, owner)
    const documents: PackedDocument[] = []
    for (const [index, { document_id, filename, added_at }] of record.documents.entries()) {
      const { checks: _checks, may_recheck: _may, ...report } = await readCaseReport(connection, id, document_id, owner)
      documents.push({ number: twoDigits(index), filename, added_at, report })
    }
    const replies = await listReplies(connection, id)
    return {
      record,
      documents,
      timeline: chainEntries(id, record.entries),
      replies,
      evidence: [...reportFiles(documents), ...replyFiles(replies, storage)],
      language: nearestLocale(language ?? 'en-GB'),
      now: new Date(),
    }
  })
}

function orderOf({ record, documents, timeline, replies, evidence, language, now }: Packed, time_zone: string | undefined): CasePrintOrder {
  const { id, student_name, class_name, created_at, entries } = record
  const files = [timelineFile(timeline), ...evidence]
  return {
    record: { id, student_name, class_name, created_at, entries },
    documents: documents.map(({ filename, added_at, report }) => ({ filename, added_at, report })),
    replies: replies.map(({ reply }) => reply),
    hashes: files.map(({ path, sha256: hash }) => ({ path, sha256: hash })),
    timeline_head: timeline.at(-1)?.hash ?? null,
    made_at: now.toISOString(),
    language,
    time_zone,
  }
}

/** `Case Ida Berg 2026-11-23`, without characters that some systems refuse in names. */
function stemOf({ record, now }: Packed): string {
  return `Case ${folderName(record.student_name, 'student')} ${now.toISOString().slice(0, 10)}`
}

/** A case as one PDF, without the files beside it. */
export async function printCase(dependencies: PackDependencies, request: ExportRequest, owner: Owner): Promise<Attachment> {
  const packed = await packCase(dependencies, request, owner)
  const content = await dependencies.printer.print(orderOf(packed, request.time_zone))
  await recordExport(dependencies.database, packed, owner, { kind: 'pdf', sha256: sha256(content) })
  return { filename: `${stemOf(packed)}.pdf`, content }
}

/**
 * A case as a ZIP whose manifest names every file with its hash. The audit log keeps the manifest's hash, so that the installation can say
 * later whether a pack is one that it made.
 */
export async function exportCase(dependencies: PackDependencies, request: ExportRequest, owner: Owner): Promise<LongAttachment> {
  const packed = await packCase(dependencies, request, owner)
  const { record, timeline, evidence, language, now } = packed
  const pdf = packFile('case.pdf', await dependencies.printer.print(orderOf(packed, request.time_zone)))
  const files = [readmeFile(record, language, now.toISOString()), pdf, timelineFile(timeline), ...evidence]
  const manifest = makeManifest({ case_id: record.id, language, now, files, timeline })
  await recordExport(dependencies.database, packed, owner, { kind: 'zip', sha256: manifest.sha256 })
  return { filename: `${stemOf(packed)}.zip`, chunks: archive([manifest, ...files], now) }
}

function recordExport(database: Database, { record, timeline }: Packed, owner: Owner, details: { kind: string; sha256: string }) {
  return recordAction(database, owner, {
    action: 'case.export',
    target_id: record.id,
    teacher_id: owner.teacher_id,
    details: { ...details, timeline_head: timeline.at(-1)?.hash ?? null },
  })
}

/** Streams the files in the given order; one at a time is read from the storage, when its turn has come. */
async function* archive(files: readonly PackFile[], mtime: Date): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const output = new PassThrough()
  const readers: Readable[] = []
  zip.outputStream.pipe(output)
  // A file that cannot be read to its end breaks the download off, so that nobody keeps half a pack for a whole one.
  zip.on('error', (error: Error) => output.destroy(error))
  const look = { mtime, forceDosTimestamp: true }
  try {
    for (const { path, content } of files) {
      if (typeof content === 'function') {
        const reader = Readable.from(bytesOf(content))
        readers.push(reader)
        zip.addReadStream(reader, path, look)
      } else zip.addBuffer(Buffer.from(content), path, look)
      yield* ready(output)
    }
    zip.end()
    for await (const bytes of output) yield bytes as Buffer
  } finally {
    // The reader may have gone before the end.
    for (const reader of readers) reader.destroy()
  }
}

/** Opens a stored file only when somebody reads from it. */
async function* bytesOf(open: () => Promise<Readable>): AsyncGenerator<Uint8Array> {
  for await (const bytes of await open()) yield bytes as Buffer
}

/** What has been written so far. Data the stream still buffers comes with the next call. */
async function* ready(output: PassThrough): AsyncGenerator<Uint8Array> {
  await setImmediate()
  for (let bytes = output.read() as Buffer | null; bytes !== null; bytes = output.read() as Buffer | null) yield bytes
}
