/** Accents that fonts hold as characters of their own, with the marks that compose with a letter. */
const marks = new Map([
  ['´', '\u0301'],
  ['¨', '\u0308'],
  ['ˆ', '\u0302'],
  ['˜', '\u0303'],
  ['ˇ', '\u030c'],
  ['˝', '\u030b'],
  ['˘', '\u0306'],
  ['˚', '\u030a'],
  ['¯', '\u0304'],
  ['˙', '\u0307'],
  ['¸', '\u0327'],
  ['˛', '\u0328'],
  ['`', '\u0300'],
])

export const isAccent = (character: string): boolean => marks.has(character)

/** The letter with the accent; null where there is no such letter. */
export function accented(letter: string, accent: string): string | null {
  const base = letter === 'ı' ? 'i' : letter === 'ȷ' ? 'j' : letter
  const composed = (base + (marks.get(accent) ?? '')).normalize('NFC')
  return composed.length === 1 && /\p{L}/u.test(composed) ? composed : null
}

/** A character and where it was drawn, in the units of the page. */
export interface DrawnCharacter {
  character: string
  from: readonly [x: number, y: number]
  to: readonly [x: number, y: number]
  size: number
}

/** How far, in font sizes, the baselines of a letter and its accent may differ. */
const maxRise = 0.7
/**
 * How far, in font sizes, an accent's middle may lie outside its letter: slanted letters carry theirs to the
 * right.
 */
const slack = 0.08

/**
 * Whether an accent was drawn over a letter, before or after it. An acute that is typed as an apostrophe
 * stands beside its letter.
 */
export function isOver(accent: DrawnCharacter, letter: DrawnCharacter): boolean {
  const [fromX, fromY] = letter.from
  const [alongX, alongY] = [letter.to[0] - fromX, letter.to[1] - fromY]
  const width = Math.hypot(alongX, alongY)
  if (width === 0) return false
  const [middleX, middleY] = [
    (accent.from[0] + accent.to[0]) / 2 - fromX,
    (accent.from[1] + accent.to[1]) / 2 - fromY,
  ]
  const along = (middleX * alongX + middleY * alongY) / width
  const across = Math.abs(middleX * alongY - middleY * alongX) / width
  return along > -slack * letter.size && along < width + slack * letter.size && across < maxRise * letter.size
}

/**
 * The Thai sara am is a ring and the vowel aa, and Word's fonts name its ring a space. No word begins with that
 * vowel.
 */
export const withSaraAm = (text: string): string =>
  text.replace(/([\u0e01-\u0e2e][\u0e48-\u0e4b]?) \u0e32/gu, '$1\u0e33')
