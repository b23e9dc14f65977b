const ligatures = new Map([
  ['ﬀ', 'ff'],
  ['ﬁ', 'fi'],
  ['ﬂ', 'fl'],
  ['ﬃ', 'ffi'],
  ['ﬄ', 'ffl'],
  ['ﬅ', 'st'],
  ['ﬆ', 'st'],
])

/**
 * A place behind so many combining marks in a row. Normalising sorts the marks of a letter, which takes the square of their number; no script
 * needs more than 30 (Unicode TR 15, Stream-Safe Text), so a longer row is normalised in pieces.
 */
const behindManyMarks = /(?<=\p{M}{32})/u

/** The text with letters and their marks composed. */
export function composed(text: string): string {
  return text
    .split(behindManyMarks)
    .map((piece) => piece.normalize('NFC'))
    .join('')
}

/**
 * A paragraph fit for every later step: one line, single spaces, composed letters, ligatures spelt out; no control characters, soft
 * hyphens or half surrogates. What a writer chose (quotes, dashes, ellipses, invisible joiners) stays as it is.
 */
export function cleanParagraph(text: string): string {
  const line = text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/(?!\s)\p{Cc}|[\u00ad\ufeff]/gu, '')
    .replace(/[ﬀ-ﬆ]/g, (ligature) => ligatures.get(ligature) ?? ligature)
    .replace(/\s+/g, ' ')
    .trim()
  return composed(line)
}
