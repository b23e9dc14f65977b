export interface Listed {
  path: string
  bytes: number
  sha256: string
}

export interface Manifest {
  product: { name: string; version: string }
  case_id: string
  created_at: string
  timeline: { path: string; entries: number; head: string | null }
  files: Listed[]
}

const format = 'penmark-evidence-pack/1'

/**
 * JSON with sorted names and no white space, so that equal data has equal bytes (RFC 8785). Separate from the
 * server's own version in `evidence-pack/make-files.ts` on purpose: the verifier must not depend on the
 * program it checks. Both must give the same bytes.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Parses untrusted JSON.
 * @throws {PackError} if it is not JSON, or nested so deeply that reading it would fail.
 */
export function parseJson(name: string, text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    canonicalJson(value)
    return value
  } catch (cause) {
    throw new PackError(`${name} is not JSON that can be read.`, { cause })
  }
}

const isHash = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 1_000

function isListed(value: unknown): value is Listed {
  return isObject(value) && isText(value.path) && isCount(value.bytes) && isHash(value.sha256)
}

function isManifest(value: unknown): value is Manifest {
  if (!isObject(value)) return false
  const { product, timeline, files } = value
  return (
    isText(value.case_id) &&
    isText(value.created_at) &&
    isObject(product) &&
    isText(product.name) &&
    isText(product.version) &&
    isObject(timeline) &&
    isText(timeline.path) &&
    isCount(timeline.entries) &&
    (timeline.head === null || isHash(timeline.head)) &&
    Array.isArray(files) &&
    files.every(isListed)
  )
}

/** Reads a manifest, which must be written in its canonical form. */
export function parseManifest(text: string): Manifest {
  const value = parseJson('manifest.json', text)
  if (!isObject(value) || value.format !== format)
    throw new PackError(
      `manifest.json does not describe an evidence pack of the format that this program knows (${format}).`,
    )
  if (!isManifest(value)) throw new PackError('manifest.json is incomplete.')
  if (canonicalJson(value) !== text)
    throw new PackError('manifest.json is not in its canonical form, so it was changed after it was made.')
  return value
}

/** The pack cannot be checked at all. The message says why, in a sentence. */
export class PackError extends Error {
  override readonly name = 'PackError'
}

/** Limits on what an untrusted pack can make this computer do. Real packs stay far below them. */
export const packLimits = {
  files: 2_000,
  manifestBytes: 4 * 1_024 * 1_024,
  timelineBytes: 64 * 1_024 * 1_024,
  recordBytes: 256 * 1_024 * 1_024,
  /** Of one line of a writing record, which holds a batch. */
  recordLineBytes: 16 * 1_024 * 1_024,
  /** Of the evidence beside a report. */
  evidenceBytes: 64 * 1_024 * 1_024,
  totalBytes: 4 * 1_024 * 1_024 * 1_024,
} as const
