import type { Readable } from 'node:stream'
import iconv from 'iconv-lite'
import { type SaxesAttributeNS, SaxesParser } from 'saxes'
import { ExtractionError } from '../extraction/extraction.ts'
import { statedEncoding } from '../txt/charset.ts'

/**
 * An element by its local name. Word's own elements have no prefix here (`p`, `r`, `t`), and no others use
 * these names.
 */
export interface XmlHandlers {
  open(name: string, attribute: (name: string) => string | null): void
  close(name: string): void
  text?(text: string): void
}

/** Real files nest some dozen elements; the parser looks through all open ones for each name. */
const maxDepth = 2_000

/**
 * Parses an XML part while it is unpacked, so that a large part is never in memory as a whole. Rejects with
 * `damaged` on broken XML.
 */
export async function readXml(stream: Readable, handlers: XmlHandlers): Promise<void> {
  const parser = new SaxesParser({ xmlns: true })
  let depth = 0
  parser.on('opentag', (tag) => {
    depth++
    if (depth > maxDepth) throw new ExtractionError('content_too_large')
    const attributes: SaxesAttributeNS[] = Object.values(tag.attributes)
    handlers.open(
      tag.local,
      (name) => attributes.find((attribute) => attribute.local === name)?.value ?? null,
    )
  })
  parser.on('closetag', (tag) => {
    depth--
    handlers.close(tag.local)
  })
  parser.on('text', (text) => handlers.text?.(text))
  let decoder: iconv.DecoderStream | null = null
  let head: Buffer = Buffer.alloc(0)
  const write = (chunk: Buffer) => {
    decoder ??= iconv.getDecoder(statedEncoding(encodingOf(chunk)))
    parser.write(decoder.write(chunk))
  }
  try {
    const chunks: AsyncIterable<Buffer> = stream
    for await (const chunk of chunks) {
      head = decoder === null ? Buffer.concat([head, chunk]) : chunk
      if (decoder !== null || head.length >= declarationBytes) write(head)
    }
    if (decoder === null) write(head)
    parser.close()
  } catch (cause) {
    if (cause instanceof ExtractionError) throw cause
    throw new ExtractionError('file_damaged', {}, { cause })
  } finally {
    stream.destroy()
  }
}

/** The declaration of an encoding stands within these first bytes. */
const declarationBytes = 200
/** What a part may be written in beside UTF-8: the standard names UTF-16, and old libraries write these. */
const declared = /encoding\s{0,4}=\s{0,4}["'](utf-16(?:le|be)?|iso-8859-1|windows-125\d|us-ascii)["']/i

function encodingOf(head: Buffer): string {
  const [first, second] = head
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  const name = declared
    .exec(head.toString('latin1', 0, declarationBytes).split('?>', 1)[0] ?? '')?.[1]
    ?.toLowerCase()
  // A declaration that could be read as single bytes is not in UTF-16, whatever it says.
  return name === undefined || name.startsWith('utf-16') ? 'utf-8' : name
}
