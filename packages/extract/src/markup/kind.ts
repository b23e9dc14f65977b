import { decodeText } from '../txt/charset.ts'

/**
 * What Word opens although it is no Word file: programs and learning platforms give these the name `.doc`.
 */
export type Markup = 'rtf' | 'web-page' | 'web-archive'

/** UTF-16 units at the beginning that decide. */
const headUnits = 4_096
const pageStart = /^<(?:!doctype html|html)\b/i
const archiveStart = /^[\w-]+:\s/
const archiveMarks = [/^MIME-Version:/im, /^Content-Type:\s{0,4}(?:multipart\/|text\/html)/im]
/** Markup that is nobody's prose and that we do not read. */
const otherMarkup = /^\s*(?:<\?xml|%!PS)/i
/** Characters that may follow the end of a page; more are an essay that shows one. */
const maxAfterPage = 200

export function isRtf(bytes: Buffer): boolean {
  return bytes.subarray(0, 64).toString('latin1').replace(/^ï»¿/, '').trimStart().startsWith('{\\rtf')
}

/**
 * The kind of markup in the bytes, `other` if it is not read, null for prose: an essay about web pages may
 * well begin with a tag.
 */
export function markupOf(bytes: Buffer, text: string | null = decodeText(bytes)): Markup | 'other' | null {
  if (isRtf(bytes)) return 'rtf'
  const head = text?.slice(0, headUnits) ?? ''
  if (beginsLikePage(head)) {
    const end = text?.lastIndexOf('</html>') ?? -1
    if (end < 0 || (text ?? '').length - end <= maxAfterPage) return 'web-page'
  } else if (archiveStart.test(head) && archiveMarks.every((mark) => mark.test(head))) return 'web-archive'
  else if (otherMarkup.test(head)) return 'other'
  return null
}

/** A page begins with tags alone. */
function beginsLikePage(head: string): boolean {
  const start = head.trimStart()
  const page = start.startsWith('<?xml') ? afterTag(start) : start
  return pageStart.test(page) && afterTag(page).startsWith('<')
}

function afterTag(text: string): string {
  const end = text.indexOf('>')
  return end < 0 ? '' : text.slice(end + 1).trimStart()
}
