import type { Readable } from 'node:stream'
import { brand } from '@penmark/contract'
import { version } from '../../../version.ts'
import { canonicalJson, sha256 } from './canonical.ts'
import type { ChainedEntry } from './timeline.ts'

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
