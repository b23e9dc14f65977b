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
 * A paragraph fit for every later step: one line, single spaces, composed letters, ligatures spelt out; no control characters, soft
 * hyphens or half surrogates. What a writer chose (quotes, dashes, ellipses, invisible joiners) stays as it is.
 */
export function cleanParagraph(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/(?!\s)\p{Cc}|[\u00ad\ufeff]/gu, '')
    .replace(/[ﬀ-ﬆ]/g, (ligature) => ligatures.get(ligature) ?? ligature)
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC')
}
