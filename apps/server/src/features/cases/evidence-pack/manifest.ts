import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { brand, type CaseEntry } from '@penmark/contract'
import { version } from '../../../version.ts'

/** Data with one spelling only: whole numbers, and no `undefined`. */
type Plain = string | number | boolean | null | Plain[] | { [name: string]: Plain }

/** JSON with sorted names and no white space, so that equal data is equal bytes (as RFC 8785 writes it). */
function canonicalJson(value: Plain): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`).join(',')}}`
}

export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** An entry with the hash of the one before it; `hash` covers everything else in it. */
export type ChainedEntry = CaseEntry & { case_id: string; previous: string | null; hash: string }

/** Chains the entries of a case: none can be changed, removed or added later without changing every hash after it. */
export function chainEntries(case_id: string, entries: readonly CaseEntry[]): ChainedEntry[] {
  let previous: string | null = null
  return entries.map((entry) => {
    const linked: Omit<ChainedEntry, 'hash'> = { ...entry, case_id, previous }
    const hash = sha256(canonicalJson({ ...linked }))
    previous = hash
    return { ...linked, hash }
  })
}

/** A file of a pack. What a student handed in is opened when its turn comes. */
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

interface Described {
  case_id: string
  language: string
  now: Date
  files: readonly PackFile[]
  timeline: readonly ChainedEntry[]
}

/** What a pack holds, in the only form in which it may be written. `penmark verify` reads it. */
export function makeManifest({ case_id, language, now, files, timeline }: Described): PackFile {
  const listed = files.map(({ path, bytes, sha256: hash }) => ({ path, bytes, sha256: hash })).sort((a, b) => (a.path < b.path ? -1 : 1))
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
