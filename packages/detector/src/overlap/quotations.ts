/** Where a quotation begins and the character after its end, quotation marks included. */
interface Quotation {
  start: number
  end: number
}

const closers: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['“', '”'],
  ['„', '“”'],
  ['«', '»'],
  ['‘', '’'],
])
const letter = /[\p{L}\p{N}]/u

/**
 * The quotations of a text, in order. A quotation ends in the paragraph in which it begins: a mark that is never closed must not turn the rest of the text
 * into one. Straight single quotes are left alone, because they cannot be told from apostrophes.
 */
export function quotationsOf(text: string): Quotation[] {
  const found: Quotation[] = []
  let start = -1
  let closing = ''
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (character === '\n') {
      start = -1
    } else if (start < 0) {
      const closer = closers.get(character)
      if (closer === undefined) continue
      start = at
      closing = closer
    } else if (closing.includes(character)) {
      // A closing single quote followed by a letter is an apostrophe.
      if (character === '’' && letter.test(text.charAt(at + 1))) continue
      found.push({ start, end: at + 1 })
      start = -1
    }
  }
  return found
}
