const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.-]*/gu
const ascii = /^[\t\n\r\x20-\x7e]*$/

/** Whether a UTF-16 unit can start a word: letters and digits do. */
function startsWord(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57)
}

function continuesWord(unit: number): boolean {
  return startsWord(unit) || unit === 39 || unit === 45 || unit === 46
}

/**
 * Counts words as people do: letters and digits with inner apostrophes, points and hyphens. Invisible
 * characters are not words and do not split them. The allowance, the report and the counter for pasted text
 * all use this.
 */
export function countWords(text: string): number {
  if (!ascii.test(text)) return withoutInvisible(text).match(word)?.length ?? 0
  let words = 0
  for (let i = 0; i < text.length; i++) {
    if (!startsWord(text.charCodeAt(i))) continue
    words++
    while (i + 1 < text.length && continuesWord(text.charCodeAt(i + 1))) i++
  }
  return words
}

/**
 * Invisible characters: format characters, joiners, variation selectors and the blanks that Unicode
 * classifies as letters.
 */
export const invisible =
  /\p{Cf}|\u034f|[\u115f\u1160]|\u17b4|\u17b5|[\u180b-\u180d]|\u2800|\u3164|[\ufe00-\ufe0f]|\uffa0/u
const everyInvisible = new RegExp(invisible, 'gu')

export function withoutInvisible(text: string): string {
  return text.replace(everyInvisible, '')
}
