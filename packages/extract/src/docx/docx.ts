import type { Readable } from 'node:stream'
import { isOle } from '../container/ole.ts'
import { openZip, type ZipParts } from '../container/zip.ts'
import { type HistoryProperties, historyFacts } from '../extraction/editing-history.ts'
import {
  type ExtractedFact,
  ExtractionError,
  type ExtractionLimits,
  type Reading,
} from '../extraction/extraction.ts'
import { metadataFacts, originFacts } from '../extraction/metadata.ts'
import { type Body, readBody } from './body.ts'
import { type ChunkText, embeddedUnreadable, readChunks } from './chunks.ts'
import { readNumbering } from './numbering.ts'
import { countRecordedSessions, readComments } from './review.ts'
import { readStyles } from './styles.ts'
import { readXml } from './xml.ts'

/** The text of a DOCX body: no headers, footers, notes, comments, removed or hidden text. */
export async function readDocx(
  bytes: Buffer,
  limits: ExtractionLimits,
  { isEmbedded = false } = {},
): Promise<Reading> {
  if (isOle(bytes)) throw new ExtractionError('file_encrypted')
  const zip = await openZip(bytes, limits)
  try {
    const main = await mainPart(zip)
    const folder = main.slice(0, main.lastIndexOf('/') + 1)
    const styles = await readStyles(await zip.open(`${folder}styles.xml`))
    const document = await zip.open(main)
    if (!document) throw new ExtractionError('file_damaged')
    const body = await readVisibleBody(
      document,
      () => zip.open(main),
      async (stream, mayLieOnPicture) => {
        const numbering = await readNumbering(await zip.open(`${folder}numbering.xml`))
        return readBody(stream, styles, numbering, limits, mayLieOnPicture)
      },
    )
    const chunks = await readChunks(zip, main, body.chunks, limits, async (nested) => {
      if (isEmbedded) throw embeddedUnreadable()
      return readDocx(nested, limits, { isEmbedded: true })
    })
    const paragraphs = withChunks(body.paragraphs, chunks)
    if (paragraphs.length === 0 && body.pictures > 0) {
      throw new ExtractionError('document_of_images')
    }
    const { facts, pageCount, history, programs } = await readProperties([
      await zip.open('docProps/core.xml'),
      await zip.open('docProps/app.xml'),
    ])
    const comments = await readComments(await zip.open(`${folder}comments.xml`))
    const recorded = await countRecordedSessions(await zip.open(`${folder}settings.xml`))
    return {
      paragraphs,
      pageCount,
      facts: [
        ...facts,
        ...originFacts(programs),
        ...historyFacts(body.sessions.words, history, body.sessions.counts(recorded)),
        body.trackedChanges.fact('tracked-changes'),
        comments.fact('comments'),
        ...body.hidden.facts(),
        ...chunks.flatMap(({ hidden }) => hidden),
        { kind: 'left-out', name: 'notes', value: null, count: body.footnotes },
        { kind: 'left-out', name: 'table-of-contents', value: null, count: body.contents },
        { kind: 'left-out', name: 'placeholders', value: null, count: body.placeholders },
      ],
    }
  } finally {
    zip.close()
  }
}

/** Paragraphs by which text may lie beside the one that a picture behind it is anchored to: about a page. */
const paragraphsOfPage = 15

/**
 * Reads the body, a second time if it has white text that may lie on pictures: where they float is only known
 * at the end.
 */
async function readVisibleBody(
  document: Readable,
  reopen: () => Promise<Readable | null>,
  readWith: (stream: Readable, mayLieOnPicture?: (paragraph: number) => boolean) => Promise<Body>,
): Promise<Body> {
  const body = await readWith(document)
  const again = body.hidden.has('white') && body.floating.length > 0 ? await reopen() : null
  if (!again) return body
  const pictured = new Set(
    body.floating.flatMap((at) =>
      Array.from({ length: 2 * paragraphsOfPage + 1 }, (_, nth) => at + nth - paragraphsOfPage),
    ),
  )
  return readWith(again, (paragraph) => pictured.has(paragraph))
}

/** The paragraphs of the body with those of embedded documents in their places. */
function withChunks(paragraphs: string[], chunks: ChunkText[]): string[] {
  if (chunks.length === 0) return paragraphs
  const found: string[] = []
  let from = 0
  for (const chunk of chunks) {
    found.push(...paragraphs.slice(from, chunk.at), ...chunk.paragraphs)
    from = chunk.at
  }
  return [...found, ...paragraphs.slice(from)]
}

async function mainPart(zip: ZipParts): Promise<string> {
  let target: string | null = null
  const relations = await zip.open('_rels/.rels')
  if (relations) {
    await readXml(relations, {
      open: (name, attribute) => {
        if (name === 'Relationship' && attribute('Type')?.endsWith('/officeDocument'))
          target = attribute('Target')?.replace(/^\//, '') ?? null
      },
      close: () => undefined,
    })
  }
  const name = target ?? zip.names.find((part) => /^word\/document\d*\.xml$/i.test(part))
  if (!name) throw new ExtractionError('file_damaged')
  return name
}

const names = new Map([
  ['creator', 'author'],
  ['lastModifiedBy', 'last-author'],
  ['title', 'title'],
  ['Application', 'producer'],
  ['created', 'created'],
  ['modified', 'modified'],
  ['Pages', 'pages'],
  ['TotalTime', 'minutes'],
  ['revision', 'saves'],
  ['Template', 'template'],
  ['description', 'description'],
])

interface Properties {
  facts: ExtractedFact[]
  pageCount: number | null
  history: HistoryProperties
  /** What names the program that wrote the file; libraries do so in its description. */
  programs: string[]
}

/** Metadata of a DOCX from `docProps/core.xml` and `docProps/app.xml`. An unreadable part yields none. */
async function readProperties(parts: (Readable | null)[]): Promise<Properties> {
  const found = new Map<string, string>()
  for (const part of parts) {
    if (!part) continue
    let name: string | null = null
    await readXml(part, {
      open: (tag) => {
        name = names.get(tag) ?? null
      },
      close: () => {
        name = null
      },
      text: (text) => {
        if (name) found.set(name, (found.get(name) ?? '') + text)
      },
    }).catch(() => undefined)
  }
  const pages = Number(found.get('pages'))
  return {
    facts: metadataFacts(Object.fromEntries(found)),
    pageCount: Number.isInteger(pages) && pages > 0 ? pages : null,
    history: {
      minutes: found.get('minutes'),
      saves: found.get('saves'),
      template: found.get('template'),
      producer: found.get('producer'),
    },
    programs: [
      found.get('producer') ?? '',
      /^generated by [\w.-]{1,40}$/.exec(found.get('description') ?? '')?.[0] ?? '',
    ],
  }
}
