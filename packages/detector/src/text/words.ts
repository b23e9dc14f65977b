const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.-]*/gu

/** Words of a text as people count them: runs of letters and digits, with inner apostrophes, points and hyphens. */
export function countWords(text: string): number {
  return text.match(word)?.length ?? 0
}
