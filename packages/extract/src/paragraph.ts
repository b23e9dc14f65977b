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
 * A position after this many combining marks. Normalising sorts a letter's marks in quadratic time; no script needs more than 30 (Unicode
 * TR 15, Stream-Safe Text), so longer series are normalised in pieces.
 */
export const behindManyMarks = /(?<=\p{M}{32})/u

/** The text with letters and their marks composed. */
export function composed(text: string): string {
  return text
    .split(behindManyMarks)
    .map((piece) => piece.normalize('NFC'))
    .join('')
}

/**
 * A paragraph ready for all later steps: one line, single spaces, composed letters, ligatures spelt out; no control characters, soft
 * hyphens or lone surrogates. The writer's choices (quotes, dashes, ellipses, invisible joiners) stay.
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
