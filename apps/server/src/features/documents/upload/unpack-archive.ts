import type { Readable } from 'node:stream'
import {
  type ArchiveCharset,
  type BatchUpload,
  Problem,
  submittedPaths,
  uploadLimits,
} from '@penmark/contract'
import { type Entry, open, type ZipFile } from 'yauzl'
import { discard, displayName, type ReceivedFile, storeFile } from '../../../http/multipart.ts'
import { megabyteBytes } from '../../../lib/megabytes.ts'
import { problem } from '../../../locale/problems/problem.ts'
import { reason, sentenceOf } from '../../../locale/problems/reason.ts'
import { outsideErrorOf } from '../../../services/observe/call-outside.ts'
import { verifiedCopy } from '../../../services/storage/verified-copy.ts'
import type { DocumentsDependencies } from '../changes/change-document.ts'
import { acceptedType } from './accepted-type.ts'
import { differingNames, type NameReading, readNames } from './archive-names.ts'

type SkippedFile = BatchUpload['skipped'][number]

export interface UnpackedFiles {
  /** Uploaded documents, including those from archives. */
  documents: ReceivedFile[]
  /** Files in the archives that are not documents. */
  skipped: SkippedFile[]
}

/** Far more than a ZIP of a class's documents needs, far less than a ZIP bomb does. */
export const archiveLimits = {
  entries: 2_000,
  unpackedBytes: 250 * megabyteBytes,
  /** The highest compression ratio. Text reaches about 10; only a file of one repeated byte reaches 1,000. */
  ratio: 100,
  ratioAppliesFromBytes: megabyteBytes,
} as const

interface NamedEntry {
  entry: Entry
  path: string
}

interface ReadEntries extends Pick<NameReading, 'charset'> {
  entries: NamedEntry[]
}

function openZip(path: string, filename: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    open(path, { lazyEntries: true, autoClose: false }, (cause, zip) =>
      cause ? reject(problem('unsupported_file', 'zip_unreadable', { filename }, { cause })) : resolve(zip),
    )
  })
}

/** The files listed in a ZIP's directory, in each reading of their names; nothing is unpacked yet. */
function listEntries(zip: ZipFile, filename: string): Promise<ReadEntries[]> {
  return new Promise((resolve, reject) => {
    const found: Entry[] = []
    let seen = 0
    zip.on('entry', (entry: Entry) => {
      seen += 1
      if (seen > archiveLimits.entries)
        return reject(problem('too_large', 'zip_holds_too_many_files', { filename }))
      found.push(entry)
      zip.readEntry()
    })
    zip.once('end', () => {
      resolve(
        readNames(found).map(({ charset, names }) => ({
          charset,
          entries: onlySubmitted(found.map((entry, nth) => ({ entry, path: names[nth] as string }))),
        })),
      )
    })
    zip.once('error', (cause) => reject(problem('unsupported_file', 'zip_unsafe', { filename }, { cause })))
    zip.readEntry()
  })
}

/** The entries in the chosen reading, or the only one that their names have. Asks where there are several. */
function chooseReading(
  readings: readonly ReadEntries[],
  charset: ArchiveCharset | undefined,
  filename: string,
): NamedEntry[] {
  const pathsOf = ({ entries }: ReadEntries) => entries.map(({ path }) => path)
  const [first] = readings
  const names = differingNames(readings.map(pathsOf))
  const chosen = readings.find((reading) => reading.charset === charset)
  if (chosen) return chosen.entries
  if (first && names.every(({ length }) => length === 0)) return first.entries
  const unclear = reason('zip_names_unclear', { filename })
  throw new Problem('invalid_input', sentenceOf(unclear), {
    reason: unclear,
    fields: readings.map((reading, nth) => {
      const because = reason('zip_names_reading', {
        charset: reading.charset,
        names: (names[nth] ?? []).join(' · '),
      })
      return { loc: ['names_charset'], msg: sentenceOf(because), reason: because }
    }),
  })
}

function rejectDangerous(entries: readonly NamedEntry[], filename: string): void {
  let unpacked = 0
  for (const { entry } of entries) {
    if (entry.isEncrypted()) throw problem('unsupported_file', 'zip_encrypted', { filename })
    unpacked += entry.uncompressedSize
    const isZipBomb =
      entry.uncompressedSize >
      Math.max(archiveLimits.ratioAppliesFromBytes, entry.compressedSize * archiveLimits.ratio)
    if (isZipBomb || unpacked > archiveLimits.unpackedBytes)
      throw problem('too_large', 'zip_unpacks_to_too_much', { filename })
  }
}

function onlySubmitted(entries: readonly NamedEntry[]): NamedEntry[] {
  const submitted = new Set(submittedPaths(entries.map(({ path }) => path)))
  return entries.filter(({ path }) => submitted.has(path))
}

const foldersOf = (path: string) => path.split('/').slice(0, -1)
/** Teams numbers the versions of a file, Schoology its revisions, with the word whether it was late. */
const isVersion = (folder: string | undefined) =>
  folder !== undefined && /^(?:Version|Revision) \d+\b/i.test(folder)
/** What holds the files of one student, and is called the same for all. */
const isAttachments = (folder: string | undefined) =>
  folder !== undefined && /^Submission attachment\(s\)$/i.test(folder)

/** Folders of students hold a file or two each; those of classes hold more. */
const filesOfStudent = 2

/**
 * The level of folders that tells students apart: that with the most different names, the outermost of
 * equals. Null if no level does.
 */
function studentLevel(entries: readonly NamedEntry[]): { level: number; isStudents: boolean } | null {
  const namesAt: Set<string>[] = []
  for (const { path } of entries)
    for (const [level, folder] of foldersOf(path).entries())
      namesAt[level] = (namesAt[level] ?? new Set()).add(folder)
  const most = Math.max(0, ...namesAt.map(({ size }) => size))
  return most > 1
    ? {
        level: namesAt.findIndex(({ size }) => size === most),
        isStudents: most * filesOfStudent >= entries.length,
      }
    : null
}

const countOf = (names: readonly string[]) => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return (name: string | undefined) => counts.get(name ?? '') ?? 0
}

/**
 * Names of documents. Learning platforms pack a folder for each student, often with folders for assignment
 * and version in it, and the files in these folders may all have the same name; then the student's folder
 * becomes part of the name, and the version where only it differs.
 */
function namesOf(entries: readonly NamedEntry[]): string[] {
  const students = studentLevel(entries)
  const bare = entries.map(({ path }) => displayName(path))
  const countBare = countOf(bare)
  const joined = (folder: string, name: string) =>
    displayName(`${displayName(folder).replace(/_+$/, '')}_${name}`)
  const named = entries.map(({ path }, i) => {
    const name = bare[i] as string
    const folders = foldersOf(path)
    const folder = (students === null ? undefined : folders[students.level]) ?? folders.at(-1)
    const isStudentFolder =
      folder !== undefined && (/_assignsubmission_/i.test(folder) || (students?.isStudents ?? false))
    return folder &&
      (isStudentFolder || isVersion(folders.at(-1)) || isAttachments(folders.at(-1)) || countBare(name) > 1)
      ? joined(folder, name)
      : name
  })
  const countNamed = countOf(named)
  return entries.map(({ path }, i) => {
    const name = named[i] as string
    const inner = foldersOf(path).at(-1)
    return inner !== undefined && isVersion(inner) && countNamed(name) > 1 ? joined(inner, name) : name
  })
}

async function storeEntry(
  { storage }: DocumentsDependencies,
  zip: ZipFile,
  entry: Entry,
  name: string,
  filename: string,
): Promise<ReceivedFile> {
  let streamError: unknown = null
  const stream = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened)))
  }).catch((cause: unknown) => {
    throw problem('unsupported_file', 'zip_damaged', { filename }, { cause })
  })
  stream.on('error', (error) => {
    streamError = error
  })
  try {
    // Fails if the file is longer or shorter than the ZIP's directory says.
    return await storeFile(storage, name, stream)
  } catch (error) {
    // If the storage fails, the stream is cut off as well.
    throw streamError === null || outsideErrorOf(error) !== null
      ? error
      : problem('unsupported_file', 'zip_damaged', { filename }, { cause: streamError })
  }
}

async function unpack(
  dependencies: DocumentsDependencies,
  { key, filename, sizeBytes, sha256 }: ReceivedFile,
  unpacked: UnpackedFiles,
  charset: ArchiveCharset | undefined,
): Promise<'unpacked' | 'document'> {
  const copy = await verifiedCopy(dependencies.storage, key, { sizeBytes, sha256 })
  if (!copy) throw new Error('A file that was just stored is gone.')
  try {
    const zip = await openZip(copy.path, filename)
    try {
      const readings = await listEntries(zip, filename)
      // A Word document is a ZIP too.
      if (readings[0]?.entries.some(({ path }) => /^word\/document\d*\.xml$/i.test(path))) return 'document'
      const entries = chooseReading(readings, charset, filename)
      rejectDangerous(entries, filename)
      const names = namesOf(entries)
      for (const [i, { entry }] of entries.entries()) {
        const name = names[i] as string
        const skip = (reason: SkippedFile['reason']) => unpacked.skipped.push({ filename: name, reason })
        if (entry.uncompressedSize === 0) skip('empty')
        else if (entry.uncompressedSize > uploadLimits.fileBytes) skip('too_large')
        else {
          const file = await storeEntry(dependencies, zip, entry, name, filename)
          if ((await acceptedType(file)) === null || /\.zip$/i.test(name)) {
            await discard([file], dependencies.storage)
            skip('unsupported')
          } else unpacked.documents.push(file)
          if (unpacked.documents.length > uploadLimits.documentsInArchives) {
            throw problem('too_large', 'zip_holds_too_many_documents', {
              filename,
              documents: uploadLimits.documentsInArchives,
            })
          }
        }
      }
      return 'unpacked'
    } finally {
      zip.close()
    }
  } finally {
    await copy.release()
  }
}

/** Recognises a ZIP by its name and its first bytes. */
const isArchive = ({ filename, head }: ReceivedFile): boolean =>
  /\.zip$/i.test(filename) && head.subarray(0, 2).toString('latin1') === 'PK'

/**
 * Replaces each ZIP by the documents in it; nested ZIPs are not unpacked. On failure no unpacked file stays
 * in storage. The caller deletes the ZIPs themselves. @throws {Problem} `invalid_input` where names can be read
 * in several ways and `charset` is none of them.
 */
export async function unpackArchives(
  dependencies: DocumentsDependencies,
  files: readonly ReceivedFile[],
  charset?: ArchiveCharset,
): Promise<UnpackedFiles> {
  const unpacked: UnpackedFiles = { documents: [], skipped: [] }
  try {
    for (const file of files) {
      if (!isArchive(file)) unpacked.documents.push(file)
      else if ((await unpack(dependencies, file, unpacked, charset)) === 'document')
        unpacked.documents.push(file)
    }
    if (unpacked.documents.length > uploadLimits.documentsInArchives) {
      throw problem('too_large', 'too_many_documents', { documents: uploadLimits.documentsInArchives })
    }
    if (unpacked.documents.length === 0 && files.length > 0) {
      throw problem('unsupported_file', 'zip_holds_no_document')
    }
    return unpacked
  } catch (error) {
    await discard(
      unpacked.documents.filter((file) => !files.includes(file)),
      dependencies.storage,
    )
    throw error
  }
}
