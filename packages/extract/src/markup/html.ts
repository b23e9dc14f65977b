import { isUtf8 } from 'node:buffer'
import { Parser } from 'htmlparser2'
import iconv from 'iconv-lite'
import { ExtractionError, type ExtractionLimits } from '../extraction/extraction.ts'
import { HiddenText } from '../extraction/hidden-text.ts'
import { cleanParagraph } from '../extraction/paragraph.ts'
import { decodeText, statedEncoding } from '../txt/charset.ts'

export interface PageText {
  paragraphs: string[]
  hidden: HiddenText
}

/** Elements that are no text of the page. */
const skipped = new Set([
  'script',
  'style',
  'head',
  'title',
  'template',
  'noscript',
  'select',
  'textarea',
  'object',
  'svg',
  'xml',
])
/** Elements that begin and end a paragraph. */
const blocks = new Set(
  'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)
const hiding = new Set(['display:none', 'visibility:hidden', 'mso-hide:all'])
/** Real pages nest some dozen elements; the parser looks through all open ones for each end. */
const maxDepth = 500

/** The text of a web page, as programs and learning platforms export documents. */
export function readHtml(html: string, limits: ExtractionLimits): PageText {
  const paragraphs: string[] = []
  const hidden = new HiddenText()
  let paragraph = ''
  let characters = 0
  let depth = 0
  let skippedFrom = 0
  let hiddenFrom = 0
  const close = () => {
    for (const part of paragraph.split(/\n\s*\n/)) {
      const text = cleanParagraph(part)
      if (text !== '') paragraphs.push(text)
    }
    paragraph = ''
  }
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth++
        if (depth > maxDepth) throw new ExtractionError('content_too_large')
        if (skippedFrom === 0 && skipped.has(name)) skippedFrom = depth
        if (hiddenFrom === 0 && ('hidden' in attributes || hides(attributes.style ?? ''))) hiddenFrom = depth
        if (blocks.has(name)) close()
        else if (name === 'br') paragraph += '\n'
      },
      onclosetag: (name) => {
        if (skippedFrom === depth) skippedFrom = 0
        if (hiddenFrom === depth) hiddenFrom = 0
        depth--
        if (blocks.has(name)) close()
      },
      ontext: (text) => {
        if (skippedFrom > 0) return
        if (hiddenFrom > 0) return hidden.add('vanish', text)
        characters += text.length
        if (characters > limits.characters) throw new ExtractionError('content_too_large')
        paragraph += text.replace(/[\r\n\t]+/g, ' ')
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  close()
  return { paragraphs, hidden }
}

function hides(style: string): boolean {
  const declarations = style.toLowerCase().replace(/\s/g, '').split(';')
  return declarations.some((declaration) => hiding.has(declaration))
}

const charset = 'charset'
const metaCharset = /^[\s=]{1,8}["']?([\w-]{1,30})/

/** The source of a page, in the encoding that it states unless its bytes say otherwise. */
export function decodeHtml(bytes: Buffer): string {
  const head = bytes.toString('latin1', 0, 2_048)
  const at = head.toLowerCase().indexOf(charset)
  const stated = at < 0 ? undefined : metaCharset.exec(head.slice(at + charset.length))?.[1]
  if (stated !== undefined && !isUtf8(bytes) && bytes[0] !== 0xff && bytes[0] !== 0xfe) {
    try {
      return iconv.decode(bytes, statedEncoding(stated))
    } catch {
      // No encoding by that name: the bytes decide.
    }
  }
  const text = decodeText(bytes)
  if (text === null) throw new ExtractionError('file_damaged')
  return text
}
