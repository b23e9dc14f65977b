import { createHash } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Attachment, type Case, type LongAttachment, Problem } from '@penmark/contract'
import { ZipFile } from 'yazl'
import type { Owner } from '../../../http/caller.ts'
import { availableChunks } from '../../../lib/chunks.ts'
import { safeName } from '../../../lib/filenames.ts'
import { sha256 } from '../../../lib/secrets.ts'
import { type Locale, nearestLocale } from '../../../locale/locale.ts'
import type { CaseEvidence, CasePrintOrder } from '../../../pdf/messages.ts'
import type { Printer } from '../../../pdf/printer.ts'
import { recordAction } from '../../../services/audit/audit.ts'
import type { Database } from '../../../services/database/database.ts'
import type { Storage } from '../../../services/storage/storage.ts'
import { readStoredFile } from '../../documents/index.ts'
import { readCase, readCaseReport, requireCase } from '../record/read-cases.ts'
import { selectCaseDocuments } from '../record/store.ts'
import { listReplies } from '../student-page/read-student-page.ts'
import {
  type ChainedEntry,
  chainEntries,
  fileNumber,
  makeManifest,
  type PackedDocument,
  type PackedReply,
  type PackFile,
  packFile,
  readmeFile,
  replyFiles,
  reportFiles,
  timelineFile,
} from './make-files.ts'

export interface PackDependencies {
  database: Database
  /** A writing record as a file that can be read more than once. That somebody took it is recorded. */
  readRecordFile: (submission_id: string, owner: Owner) => Promise<{ read(): AsyncGenerator<Uint8Array> }>
  printer: Printer
  storage: Pick<Storage, 'get'>
}

interface PackRequest {
  id: string
  language?: string | undefined
  time_zone?: string | undefined
}

/** The contents of a pack, read once, so that the PDF and the files beside it say the same. */
interface PackContents {
  record: Case
  documents: PackedDocument[]
  timeline: ChainedEntry[]
  replies: PackedReply[]
  /** The reports, and what the student handed in. */
  evidence: PackFile[]
  language: Locale
  now: Date
}

/** What a pack holds of a document beside its report. */
interface Sources {
  evidence: CaseEvidence | null
  file: Omit<PackFile, 'path'> | null
  writing: Omit<PackFile, 'path'> | null
}

/**
 * The evidence of each document by id, with the submitted file and the writing record as far as they still
 * exist.
 */
async function readSources(
  dependencies: PackDependencies,
  id: string,
  owner: Owner,
): Promise<Map<string, Sources>> {
  const { database } = dependencies
  await requireCase(database, id, owner)
  const sources = new Map<string, Sources>()
  for (const { document_id, evidence } of await selectCaseDocuments(database, id)) {
    const submission_id = evidence?.writing?.submission_id ?? null
    sources.set(document_id, {
      evidence,
      file: await readSubmittedFile(dependencies, document_id, owner),
      writing: submission_id === null ? null : await readWritingRecord(dependencies, submission_id, owner),
    })
  }
  return sources
}

/** Null for a case or a text that is gone. */
async function unlessGone<Found>(read: () => Promise<Found>): Promise<Found | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return null
    throw error
  }
}

async function readSubmittedFile(
  { database, storage }: PackDependencies,
  document_id: string,
  owner: Owner,
): Promise<Sources['file']> {
  const stored = await unlessGone(() => readStoredFile(database, document_id, owner))
  if (stored === null || stored.blob_key === null) return null
  const { blob_key, sha256: hash, size_bytes } = stored
  if (hash !== null)
    return {
      bytes: size_bytes,
      sha256: hash,
      content: async () => (await storage.get(blob_key)) ?? Readable.from([]),
    }
  const content = await storage.get(blob_key)
  return content && packFile('', await buffer(content))
}

/** Read once for its hash and once into the pack, since a long record should not be in memory as a whole. */
async function readWritingRecord(
  { readRecordFile }: PackDependencies,
  submission_id: string,
  owner: Owner,
): Promise<Sources['writing']> {
  const file = await unlessGone(() => readRecordFile(submission_id, owner))
  if (file === null) return null
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of file.read()) {
    hash.update(chunk)
    bytes += chunk.byteLength
  }
  return { bytes, sha256: hash.digest('hex'), content: async () => Readable.from(file.read()) }
}

async function readContents(
  dependencies: PackDependencies,
  { id, language }: PackRequest,
  owner: Owner,
): Promise<PackContents> {
  const { database, storage } = dependencies
  const sources = await readSources(dependencies, id, owner)
  return database.transaction(async (connection) => {
    const record = await readCase(connection, id, owner)
    const documents: PackedDocument[] = []
    for (const [index, { document_id, filename, added_at, is_withdrawn }] of record.documents.entries()) {
      const {
        checks: _checks,
        may_recheck: _may,
        ...report
      } = await readCaseReport(connection, id, document_id, owner)
      const { evidence = null, file = null, writing = null } = sources.get(document_id) ?? {}
      documents.push({
        number: fileNumber(index),
        filename,
        added_at,
        report,
        is_withdrawn,
        evidence,
        file,
        record: writing,
      })
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

function printOrderOf(
  { record, documents, timeline, replies, evidence, language, now }: PackContents,
  time_zone: string | undefined,
): CasePrintOrder {
  const {
    id,
    student_name,
    class_name,
    created_at,
    entries,
    teacher_name,
    school_name,
    rule,
    standard_of_proof,
    companion,
  } = record
  const files = [timelineFile(timeline), ...evidence]
  return {
    record: {
      id,
      student_name,
      class_name,
      created_at,
      entries,
      teacher_name,
      school_name,
      rule,
      standard_of_proof,
      companion,
    },
    documents: documents.map(({ filename, added_at, report, evidence, is_withdrawn }) => ({
      filename,
      added_at,
      report,
      evidence,
      is_withdrawn,
    })),
    replies: replies.map(({ reply }) => reply),
    hashes: files.map(({ path, sha256: hash }) => ({ path, sha256: hash })),
    timeline_head: timeline.at(-1)?.hash ?? null,
    made_at: now.toISOString(),
    language,
    time_zone,
  }
}

/** `Case Ida Berg 2026-11-23`, without characters that some systems refuse in names. */
function stemOf({ record, now }: PackContents): string {
  return `Case ${safeName(record.student_name, 'student')} ${now.toISOString().slice(0, 10)}`
}

/** A case as one PDF. */
export async function printCase(
  dependencies: PackDependencies,
  request: PackRequest,
  owner: Owner,
): Promise<Attachment> {
  const contents = await readContents(dependencies, request, owner)
  const content = await dependencies.printer.print(printOrderOf(contents, request.time_zone))
  await recordExport(dependencies.database, contents, owner, { kind: 'pdf', sha256: sha256(content) })
  return { filename: `${stemOf(contents)}.pdf`, content }
}

/**
 * A case as a ZIP whose manifest lists every file with its hash. The hash of the manifest is in the audit
 * log, so that the installation can tell later whether it made a pack.
 */
export async function exportCase(
  dependencies: PackDependencies,
  request: PackRequest,
  owner: Owner,
): Promise<LongAttachment> {
  const contents = await readContents(dependencies, request, owner)
  const { record, timeline, evidence, language, now } = contents
  const pdf = packFile(
    'case.pdf',
    await dependencies.printer.print(printOrderOf(contents, request.time_zone)),
  )
  const files = [readmeFile(record, language, now.toISOString()), pdf, timelineFile(timeline), ...evidence]
  const manifest = makeManifest({ case_id: record.id, language, now, files, timeline })
  await recordExport(dependencies.database, contents, owner, { kind: 'zip', sha256: manifest.sha256 })
  return { filename: `${stemOf(contents)}.zip`, chunks: archive([manifest, ...files], now) }
}

function recordExport(
  database: Database,
  { record, timeline }: PackContents,
  owner: Owner,
  details: { kind: string; sha256: string },
) {
  return recordAction(database, owner, {
    action: 'case.export',
    target_id: record.id,
    teacher_id: owner.teacher_id,
    details: { ...details, timeline_head: timeline.at(-1)?.hash ?? null },
  })
}

/**
 * Streams the files in the given order. Each is read from the storage when its turn comes, so that one at a
 * time is open.
 */
async function* archive(files: readonly PackFile[], mtime: Date): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const output = new PassThrough()
  const readers: Readable[] = []
  zip.outputStream.pipe(output)
  // A file that cannot be read to its end aborts the download, so that an incomplete pack cannot be taken for
  // a complete one.
  zip.on('error', (error: Error) => output.destroy(error))
  const options = { mtime, forceDosTimestamp: true }
  try {
    for (const { path, content } of files) {
      if (typeof content === 'function') {
        const reader = Readable.from(bytesOf(content))
        readers.push(reader)
        zip.addReadStream(reader, path, options)
      } else zip.addBuffer(Buffer.from(content), path, options)
      yield* availableChunks(output)
    }
    zip.end()
    for await (const bytes of output) yield bytes as Buffer
  } finally {
    // The client may have disconnected before the end.
    for (const reader of readers) reader.destroy()
  }
}

/** Opens a stored file only when somebody reads from it. */
async function* bytesOf(open: () => Promise<Readable>): AsyncGenerator<Uint8Array> {
  for await (const bytes of await open()) yield bytes as Buffer
}
