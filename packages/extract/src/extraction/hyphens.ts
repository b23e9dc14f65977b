/** Prefixes that English hyphenates regardless of line breaks. */
const compounds =
  /(?:^|[^\p{L}])(?:well|self|half|great|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)$/iu
const suffixes = /^(?:ish|less|ness|ly|er|est|ed|ing|s)\b/i
/**
 * A hyphenated word. Matches only from its first letter: starting at each letter of a word of a million
 * letters would take quadratic time.
 */
const hyphenatedWord = /(?<!\p{L})\p{L}+[-\u2010]\p{L}+/gu
const brokenEnd = /(\p{L}+)[-\u2010]$/u

/** UTF-16 units of the joined text that decide how the next line is joined. */
const decidingUnits = 120

/** The beginning of a DOI or an address of the web, in which hyphens are never added at the end of a line. */
const isAddress = /10\.\d{4,9}\/|https?:\/\/|www\./i
const numbersGoOn = /^\d{1,4}\.\d/

/**
 * Joins the lines of every paragraph. A hyphen at a line's end is removed when it only splits a word; it
 * stays when the document hyphenates the same word elsewhere, or when its first half requires one.
 */
export function joinLines(paragraphs: string[][]): string[] {
  const hyphenated = new Set(
    paragraphs
      .flatMap((lines) => lines.flatMap((line) => line.match(hyphenatedWord) ?? []))
      .map((word) => word.toLowerCase()),
  )
  return paragraphs.map((lines) => joinParagraph(lines, hyphenated))
}

/** Reads only the end of the joined text: reading all of it for every line would take quadratic time. */
function joinParagraph(lines: string[], hyphenated: Set<string>): string {
  const parts: string[] = []
  let end = ''
  for (const line of lines) {
    const next = parts.length === 0 ? line.trimEnd() : line.trim()
    if (next === '') continue
    const joint = parts.length === 0 ? 'nothing' : jointOf(end, next, hyphenated)
    if (joint === 'drop-hyphen') {
      parts.push((parts.pop() ?? '').slice(0, -1))
      end = end.slice(0, -1)
    }
    const added = joint === 'space' ? ` ${next}` : next
    parts.push(added)
    end = (end + added.slice(-decidingUnits)).slice(-decidingUnits)
  }
  return parts.join('')
}

/** How the end of one line joins the next. */
function jointOf(end: string, next: string, hyphenated: Set<string>): 'drop-hyphen' | 'nothing' | 'space' {
  if (end.endsWith('\u00ad')) return 'drop-hyphen'
  const last = end.slice(end.lastIndexOf(' ') + 1)
  if (isAddress.test(last) && (/[-\u2010_]$/.test(last) || (last.endsWith('.') && numbersGoOn.test(next))))
    return 'nothing'
  const first = brokenEnd.exec(end)?.[1]
  if (first === undefined) return /[–—/]$/.test(end) && !/\s[–—/]$/.test(end) ? 'nothing' : 'space'
  const second = /^\p{L}+/u.exec(next)?.[0] ?? ''
  const keeps =
    !/^\p{Ll}/u.test(second) ||
    hyphenated.has(`${first}-${second}`.toLowerCase()) ||
    (compounds.test(first) && !suffixes.test(second))
  return keeps ? 'nothing' : 'drop-hyphen'
}
