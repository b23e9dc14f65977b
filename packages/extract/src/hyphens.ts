/** First halves that English joins with a hyphen of their own, wherever the line ends. */
const compounds = /(?:^|[^\p{L}])(?:well|self|half|great|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)$/iu
const suffixes = /^(?:ish|less|ness|ly|er|est|ed|ing|s)\b/i
/** A word with a hyphen inside. Begun at the first letter alone: from every letter of a word of a million letters the search would never end. */
const hyphenatedWord = /(?<!\p{L})\p{L}+[-\u2010]\p{L}+/gu
const brokenEnd = /(\p{L}+)[-\u2010]$/u

/**
 * Joins the lines of every paragraph. A hyphen at a line's end goes when it only parts a word; it stays when the document
 * writes the same word with a hyphen elsewhere, or when its first half calls for one.
 */
export function joinLines(paragraphs: string[][]): string[] {
  const hyphenated = new Set(
    paragraphs.flatMap((lines) => lines.flatMap((line) => line.match(hyphenatedWord) ?? [])).map((word) => word.toLowerCase()),
  )
  return paragraphs.map((lines) => lines.reduce((text, line) => joinTwo(text.trimEnd(), line.trimStart(), hyphenated)))
}

function joinTwo(text: string, next: string, hyphenated: Set<string>): string {
  if (text.endsWith('\u00ad')) return text.slice(0, -1) + next
  const first = brokenEnd.exec(text.slice(-60))?.[1]
  if (first === undefined) return /[–—/]$/.test(text) && !/\s[–—/]$/.test(text) ? text + next : `${text} ${next}`
  const second = /^\p{L}+/u.exec(next)?.[0] ?? ''
  const keeps =
    !/^\p{Ll}/u.test(second) || hyphenated.has(`${first}-${second}`.toLowerCase()) || (compounds.test(first) && !suffixes.test(second))
  return keeps ? text + next : text.slice(0, -1) + next
}
