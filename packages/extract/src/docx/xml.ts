import type { Readable } from 'node:stream'
import { type SaxesAttributeNS, SaxesParser } from 'saxes'
import { ExtractionError, extractionError } from '../extraction.ts'

/** An element by its local name. Word's own elements have no prefix here (`p`, `r`, `t`), and no others use these names. */
export interface XmlHandlers {
  open(name: string, attribute: (name: string) => string | null): void
  close(name: string): void
  text?(text: string): void
}

/** Real files nest some dozen elements; the parser looks through all open ones for each name. */
const maxDepth = 2_000

/** Parses an XML part while it is unpacked, so that a large part is never in memory as a whole. Rejects with `damaged` on broken XML. */
export async function readXml(stream: Readable, handlers: XmlHandlers): Promise<void> {
  const parser = new SaxesParser({ xmlns: true })
  let depth = 0
  parser.on('opentag', (tag) => {
    depth++
    if (depth > maxDepth) throw extractionError('too-large')
    const attributes: SaxesAttributeNS[] = Object.values(tag.attributes)
    handlers.open(tag.local, (name) => attributes.find((attribute) => attribute.local === name)?.value ?? null)
  })
  parser.on('closetag', (tag) => {
    depth--
    handlers.close(tag.local)
  })
  parser.on('text', (text) => handlers.text?.(text))
  const decoder = new TextDecoder()
  try {
    const chunks: AsyncIterable<Buffer> = stream
    for await (const chunk of chunks) parser.write(decoder.decode(chunk, { stream: true }))
    parser.close()
  } catch (cause) {
    if (cause instanceof ExtractionError) throw cause
    throw extractionError('damaged', { cause })
  } finally {
    stream.destroy()
  }
}
