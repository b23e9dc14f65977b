/**
 * Tokens of normalised text: words with an inner apostrophe, digits, single punctuation marks. White space is skipped. White space before a
 * dash is matched only from its start, or a million spaces would take quadratic time.
 */
const token = /[\p{L}\p{M}]+(?:'[\p{L}]+)?|\d+|(?:(?<!\s)\s+)?(?:\u2014|--+)\s*|\s-\s|[^\s\p{L}\p{M}\d]/gu
/** The same for plain ASCII text, which the runtime matches faster. */
const plainToken = /[A-Za-z]+(?:'[A-Za-z]+)?|\d+|(?:(?<!\s)\s+)?--+\s*|\s-\s|[^\sA-Za-z\d]/g
const ascii = /^[\t\n\r\x20-\x7e]*$/

const markdown =
  /^[ \t]*(?:#{1,6}[ \t]+|[-*+\u2022][ \t]+|>[ \t]*)|\*{1,3}(?=\S)|(?<=\S)\*{1,3}|(?<![\p{L}\d])_{1,2}(?=\p{L})|(?<=[\p{L}.!?,])_{1,2}(?![\p{L}\d])|`+/gmu
const markdownSign = /[#*_`>\u2022]|^[ \t]*[+-]/m

/** The text without markdown, so that neither a pasted answer nor a student's bullet is scored by its layout. */
function withoutMarkdown(text: string): string {
  return markdownSign.test(text) ? text.replace(markdown, '') : text
}

/** The features convert to lower case: the first letter's case is a fact about a token. All dashes become `—`. */
export function tokens(normalised: string): string[] {
  const text = withoutMarkdown(normalised)
  const found = text.match(ascii.test(text) ? plainToken : token) ?? []
  for (let i = 0; i < found.length; i++) {
    const text = found[i] as string
    const first = text.charCodeAt(0)
    if (first <= 32 || first === 0x2014 || (first === 45 && text.length > 1)) found[i] = '—'
    else if (first >= 48 && first <= 57) found[i] = '#'
  }
  return found
}
