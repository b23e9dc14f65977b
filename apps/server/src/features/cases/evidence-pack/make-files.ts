import { Readable } from 'node:stream'
import { brand, type Case, type CaseEntry, type FrozenReport, type StudentReply } from '@penmark/contract'
import { safeName } from '../../../lib/filenames.ts'
import { version } from '../../../lib/release.ts'
import { sha256 } from '../../../lib/secrets.ts'
import type { Locale } from '../../../locale/locale.ts'
import { translatorOf } from '../../../locale/texts.ts'
import type { CaseEvidence } from '../../../pdf/messages.ts'
import type { Storage } from '../../../services/storage/storage.ts'

/** A document of a case in a pack. Its number keeps the files in order. */
export interface PackedDocument {
  number: string
  filename: string
  added_at: string
  report: FrozenReport
  /** Whether a later detector no longer judges the text. */
  is_withdrawn: boolean
  evidence: CaseEvidence | null
  /** The submitted file; null once it was deleted. */
  file: Omit<PackFile, 'path'> | null
  /** The whole writing record; null without one, and once it was deleted. */
  record: Omit<PackFile, 'path'> | null
}

/** The number of a file in its folder, from 01. */
export const fileNumber = (index: number) => String(index + 1).padStart(2, '0')
const cleanName = (filename: string) => safeName(filename, 'document').replaceAll(/\s+/g, ' ')
const nameOf = ({ number, filename }: PackedDocument) => `reports/${number} ${cleanName(filename)}`

/** The scored text, put together from the paragraphs; null unless its SHA-256 is the one in the report. */
function textOf({ results, text_hash }: FrozenReport): string | null {
  const text = results.map(({ paragraph_text }) => paragraph_text).join('\n\n')
  return sha256(text) === text_hash ? text : null
}

/** The frozen reports as JSON, each with the text that was scored. */
export function reportFiles(documents: readonly PackedDocument[]): PackFile[] {
  return documents.flatMap((document) => {
    const text = textOf(document.report)
    return [
      packFile(`${nameOf(document)} - report.json`, `${JSON.stringify(document.report, null, 2)}\n`),
      ...evidenceFiles(document),
      ...(text === null ? [] : [packFile(`${nameOf(document)} - text.txt`, text)]),
    ]
  })
}

/**
 * What stood beside a report, with the submitted file and the writing record that it speaks of, as far as
 * they still exist.
 */
function evidenceFiles({
  number,
  filename,
  evidence,
  report,
  file,
  record,
  ...document
}: PackedDocument): PackFile[] {
  if (evidence === null) return []
  const name = `${number} ${cleanName(filename)}`
  const filePath = file && `files/${name}`
  const recordPath = record && `writing/${name} - record.json`
  const { timeline: _timeline, ...writing } = evidence.writing ?? { timeline: null }
  const content = {
    added_at: document.added_at,
    is_withdrawn: document.is_withdrawn,
    file: evidence.file && { ...evidence.file, path: filePath },
    facts: report.facts,
    overlap: evidence.overlap,
    ...(evidence.handed_in_before && { handed_in_before: evidence.handed_in_before }),
    ...(evidence.sources && { sources: evidence.sources }),
    earlier: evidence.earlier,
    writing: evidence.writing && { ...writing, path: recordPath },
  }
  return [
    packFile(`reports/${name} - evidence.json`, `${JSON.stringify(content, null, 2)}\n`),
    ...(file && filePath ? [{ ...file, path: filePath }] : []),
    ...(record && recordPath ? [{ ...record, path: recordPath }] : []),
  ]
}

/** A reply that was handed in, with the storage keys of its files. */
export interface PackedReply {
  reply: StudentReply
  files: { filename: string; size_bytes: number; sha256: string; blob_key: string }[]
}

/**
 * The replies with the files that the student handed in. A file that the storage has lost is packed empty;
 * the loss shows, because the manifest still has its hash.
 */
export function replyFiles(replies: readonly PackedReply[], storage: Pick<Storage, 'get'>): PackFile[] {
  return replies.flatMap(({ reply, files }, index) => {
    const folder = `replies/${fileNumber(index)}`
    return [
      packFile(`${folder}/reply.json`, `${JSON.stringify(reply, null, 2)}\n`),
      ...files.map(({ filename, size_bytes, sha256: hash, blob_key }, fileIndex) => ({
        path: `${folder}/${fileNumber(fileIndex)} ${cleanName(filename)}`,
        bytes: size_bytes,
        sha256: hash,
        content: async () => (await storage.get(blob_key)) ?? Readable.from([]),
      })),
    ]
  })
}

export function timelineFile(timeline: readonly ChainedEntry[]): PackFile {
  return packFile('timeline.json', `${JSON.stringify(timeline, null, 2)}\n`)
}

const heading = (title: string) => [title, '='.repeat(title.length), '']

/** Explains in plain words what a pack contains, how to verify it, and what that proves. */
export function readmeFile(record: Case, language: Locale, creationTime: string): PackFile {
  const t = translatorOf('evidencePack', language, { version })
  const lines = [
    ...heading(t('readme.title')),
    t('readme.about', { student: record.student_name, id: record.id }),
    t('readme.made', { made: creationTime }),
    '',
    ...heading(t('readme.files')),
    t('readme.files.pdf'),
    t('readme.files.reports'),
    t('readme.files.evidence'),
    t('readme.files.submitted'),
    t('readme.files.writing'),
    t('readme.files.replies'),
    t('readme.files.timeline'),
    t('readme.files.manifest'),
    t('readme.files.notes'),
    '',
    ...heading(t('readme.check')),
    t('readme.check.how'),
    '',
    '    npx penmark verify PACK.zip',
    '',
    t('readme.check.other'),
    '',
    ...heading(t('readme.proof')),
    t('readme.proof.does'),
    t('readme.proof.doesNot'),
    t('readme.proof.origin'),
    '',
    ...heading(t('readme.finding')),
    t('readme.finding.text'),
    ...(record.documents.some(({ is_withdrawn }) => is_withdrawn) ? [t('readme.finding.withdrawn')] : []),
    '',
    brand.name,
    '',
  ]
  return packFile('README.txt', lines.join('\r\n'))
}

/** JSON with one canonical form: numbers are integers. */
type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/**
 * JSON with sorted names and without white space (RFC 8785), so that equal data has equal bytes.
 * `packages/cli/src/verify/manifest.ts` has its own version on purpose, because the verifier must not depend
 * on this server. Both must give the same bytes.
 */
function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`
}

/** An entry with the hash of the previous one. `hash` covers everything else in it. */
export type ChainedEntry = Omit<CaseEntry, 'by'> & {
  by?: string
  case_id: string
  previous: string | null
  hash: string
}

/**
 * Chains the entries of a case, so that none can be changed, removed or inserted without changing every hash
 * after it.
 */
export function chainEntries(case_id: string, entries: readonly CaseEntry[]): ChainedEntry[] {
  let previous: string | null = null
  return entries.map(({ by, ...entry }) => {
    // Entries from before names were kept have the hash of earlier packs.
    const linked: Omit<ChainedEntry, 'hash'> = { ...entry, ...(by === null ? {} : { by }), case_id, previous }
    const hash = sha256(canonicalJson({ ...linked }))
    previous = hash
    return { ...linked, hash }
  })
}

/** A file of a pack. `content` is a function for a stored file, which opens it. */
export interface PackFile {
  path: string
  bytes: number
  sha256: string
  content: Uint8Array | (() => Promise<Readable>)
}

export function packFile(path: string, content: string | Uint8Array): PackFile {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return { path, bytes: bytes.byteLength, sha256: sha256(bytes), content: bytes }
}

interface ManifestParts {
  case_id: string
  language: string
  now: Date
  files: readonly PackFile[]
  timeline: readonly ChainedEntry[]
}

/** The list of a pack's files, as canonical JSON. `penmark verify` reads it. */
export function makeManifest({ case_id, language, now, files, timeline }: ManifestParts): PackFile {
  const listed = files
    .map(({ path, bytes, sha256: hash }) => ({ path, bytes, sha256: hash }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  return packFile(
    'manifest.json',
    canonicalJson({
      format: 'penmark-evidence-pack/1',
      product: { name: brand.name, version },
      case_id,
      created_at: now.toISOString(),
      language,
      timeline: { path: 'timeline.json', entries: timeline.length, head: timeline.at(-1)?.hash ?? null },
      files: listed,
    }),
  )
}
