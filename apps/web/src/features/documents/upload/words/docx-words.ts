import { countWords } from '@penmark/detector/words'
import { strFromU8, unzipSync } from 'fflate'

const body = /^word\/document\d*\.xml$/i
const paragraphsAndBreaks = /<\/w:p>|<w:(?:tab|br|cr)\b[^<>]*>/g
/** Text that stands in the document: deleted text has another element. */
const texts = /<w:t(?:\s[^<>]*)?>([^<]*)<\/w:t>|(\n)/g

/** The words in the body of a Word document; null if it cannot be opened here. */
export function wordsOfDocx(bytes: Uint8Array): number | null {
  const parts = Object.values(unzipSync(bytes, { filter: ({ name }) => body.test(name) }))
  if (parts.length === 0) return null
  const xml = parts.map((part) => strFromU8(part)).join('\n')
  return countWords(
    [...xml.replaceAll(paragraphsAndBreaks, '\n').matchAll(texts)]
      .map(([, text, end]) => text ?? end)
      .join(''),
  )
}
