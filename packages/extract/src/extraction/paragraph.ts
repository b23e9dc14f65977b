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
 * Combining marks beyond a letter's first 32. Normalising sorts a letter's marks in quadratic time; no script
 * needs more than 30 (Unicode TR 15, Stream-Safe Text), so further marks are normalised one by one.
 */
const surplusMarks = /(?<=\p{M}{32})(\p{M}+)/u

/** The text in a normal form, in linear time however many marks its letters have. */
export function normalised(text: string, form: 'NFC' | 'NFD'): string {
  return text
    .split(surplusMarks)
    .map((piece, nth) =>
      nth % 2 === 0 ? piece.normalize(form) : Array.from(piece, (mark) => mark.normalize(form)).join(''),
    )
    .join('')
}

/** The text with letters and their marks composed. */
export const composed = (text: string): string => normalised(text, 'NFC')

/**
 * A paragraph ready for all later steps: one line, single spaces, composed letters, ligatures spelt out; no
 * control characters, soft hyphens or lone surrogates. The writer's choices (quotes, dashes, ellipses,
 * invisible joiners) stay.
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
