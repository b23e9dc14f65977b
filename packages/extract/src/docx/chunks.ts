import type { Readable } from 'node:stream'
import { isZip, type ZipParts } from '../container/zip.ts'
import {
  type ExtractedFact,
  ExtractionError,
  type ExtractionLimits,
  type Reading,
} from '../extraction/extraction.ts'
import { decodeHtml, readHtml } from '../markup/html.ts'
import { isRtf, markupOf } from '../markup/kind.ts'
import { readRtf } from '../markup/rtf.ts'
import { readWebArchive } from '../markup/web-archive.ts'
import { readTxt } from '../txt/txt.ts'
import type { Chunk } from './body.ts'
import { readXml } from './xml.ts'

/** What an embedded document says, and where it stands. */
export interface ChunkText {
  at: number
  paragraphs: string[]
  /** Facts on its hidden text. */
  hidden: ExtractedFact[]
}

/** Editors write one embedded document, report generators some dozens. */
const maxChunks = 200

/**
 * Reads the documents that a DOCX embeds whole (`altChunk`), as online editors and report generators do; Word
 * shows them as if they were its own text. Rejects if one is in a form that we do not read, as its words
 * would be missing.
 */
export async function readChunks(
  zip: ZipParts,
  main: string,
  chunks: Chunk[],
  limits: ExtractionLimits,
  readNested: (bytes: Buffer) => Promise<Reading>,
): Promise<ChunkText[]> {
  if (chunks.length === 0) return []
  if (chunks.length > maxChunks) throw new ExtractionError('content_too_large')
  const folder = main.slice(0, main.lastIndexOf('/') + 1)
  const targets = await readTargets(await zip.open(`${folder}_rels/${main.slice(folder.length)}.rels`))
  const found: ChunkText[] = []
  for (const { at, relation } of chunks) {
    const target = targets.get(relation)
    const part =
      target === undefined
        ? null
        : await zip.open(target.startsWith('/') ? target.slice(1) : `${folder}${target}`)
    if (part) found.push({ at, ...(await readChunk(await bytesOf(part, limits), limits, readNested)) })
  }
  return found
}

async function readChunk(
  bytes: Buffer,
  limits: ExtractionLimits,
  readNested: (bytes: Buffer) => Promise<Reading>,
): Promise<Omit<ChunkText, 'at'>> {
  if (isZip(bytes)) return withoutFacts(await readNested(bytes))
  if (isRtf(bytes)) return withoutFacts(readRtf(bytes, limits))
  const source = decodeHtml(bytes)
  const kind = markupOf(bytes, source)
  if (kind === 'other') throw embeddedUnreadable()
  if (kind === 'web-archive') return withHidden(await readWebArchive(bytes, limits))
  // A part of a page need not begin like a page.
  return kind === 'web-page' || /<\/?[a-z]/i.test(source.slice(0, 1_000))
    ? withHidden(readHtml(source, limits))
    : { paragraphs: readTxt(bytes), hidden: [] }
}

function withoutFacts({
  paragraphs,
  facts,
}: {
  paragraphs: string[]
  facts: ExtractedFact[]
}): Omit<ChunkText, 'at'> {
  return { paragraphs, hidden: facts.filter(({ kind }) => kind === 'hidden-text') }
}

function withHidden({
  paragraphs,
  hidden,
}: {
  paragraphs: string[]
  hidden: { facts(): ExtractedFact[] }
}): Omit<ChunkText, 'at'> {
  return { paragraphs, hidden: hidden.facts() }
}

/** Words of the document would be missing. */
export const embeddedUnreadable = () => new ExtractionError('file_embedded')

async function readTargets(relations: Readable | null): Promise<Map<string, string>> {
  const targets = new Map<string, string>()
  if (!relations) return targets
  await readXml(relations, {
    open: (name, attribute) => {
      if (name === 'Relationship') targets.set(attribute('Id') ?? '', attribute('Target') ?? '')
    },
    close: () => undefined,
  })
  return targets
}

async function bytesOf(part: Readable, limits: ExtractionLimits): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  const stream: AsyncIterable<Buffer> = part
  for await (const chunk of stream) {
    length += chunk.length
    if (length > limits.fileBytes) throw new ExtractionError('content_too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
