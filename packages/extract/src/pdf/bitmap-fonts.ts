/**
 * Older LaTeX draws letters as bitmaps, in fonts that do not say which letters their codes stand for. They
 * name them only by code (`a27`), and have one of two encodings: T1 or the older OT1.
 */
export type BitmapEncoding = ReadonlyMap<number, string>

function encodingOf(rows: Record<number, string>): BitmapEncoding {
  return new Map(
    Object.entries(rows).flatMap(([from, letters]) =>
      letters.split(' ').map((letter, nth) => [Number(from) + nth, letter] as const),
    ),
  )
}

/** The codes of T1 that stand for another character than in Latin-1. */
const t1 = encodingOf({
  0: '` ´ ˆ ˜ ¨ ˝ ˚ ˇ ˘ ¯ ˙ ¸ ˛ ‚ ‹ › “ ” „ « » – —',
  25: 'ı ȷ ff fi fl ffi ffl',
  39: '’',
  96: '‘',
  127: '-',
  128: 'Ă Ą Ć Č Ď Ě Ę Ğ Ĺ Ľ Ł Ń Ň Ŋ Ő Ŕ Ř Ś Š Ş Ť Ţ Ű Ů Ÿ Ź Ž Ż Ĳ İ đ §',
  160: 'ă ą ć č ď ě ę ğ ĺ ľ ł ń ň ŋ ő ŕ ř ś š ş ť ţ ű ů ÿ ź ž ż ĳ ¡ ¿ £',
  215: 'Œ',
  223: 'SS',
  247: 'œ',
  255: 'ß',
})

const ot1 = encodingOf({
  11: 'ff fi fl ffi ffl ı ȷ ` ´ ˇ ˘ ¯ ˚ ¸ ß æ œ ø Æ Œ Ø',
  34: '”',
  39: '’',
  60: '¡',
  62: '¿',
  92: '“',
  94: 'ˆ',
  95: '˙',
  96: '‘',
  123: '– — ˝ ˜ ¨',
})

/**
 * Fonts of formulas have signs of their own at these codes. They hardly have so many of the commonest
 * letters, or none of the stops, brackets and figures of a text.
 */
const commonest = Array.from('aeinorst', (letter) => letter.charCodeAt(0))
const minCommonest = 4
const stopsAndFigures = { from: 0x28, to: 0x39 }

/**
 * Both encodings begin with signs that a text hardly needs. Some programs number the letters of a font from 0
 * as they come: then codes say nothing.
 */
const firstSigns = { to: 0x0a, most: 3 }

const between = (codes: readonly number[], from: number, to: number) =>
  codes.some((code) => code >= from && code <= to)

/** The code in a name such as `a27` or `x1B`; NaN for other names. */
function codeOf(name: string): number {
  const [, decimal, hexadecimal] = /^(?:a(\d{1,3})|x([\dA-F]{2}))$/.exec(name) ?? []
  return decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
}

/** The encoding of a bitmap font with glyphs of these names; null where it is unclear or no such font. */
export function bitmapEncoding(names: readonly string[]): BitmapEncoding | null {
  const codes = names.map(codeOf)
  const letters = codes.filter((code) => commonest.includes(code)).length
  const isOfText = letters >= minCommonest && between(codes, stopsAndFigures.from, stopsAndFigures.to)
  const isNumbered = codes.filter((code) => code <= firstSigns.to).length > firstSigns.most
  if (codes.includes(Number.NaN) || !isOfText || isNumbered) return null
  // OT1 has 128 codes. Its ligatures are where T1 has quotation marks that hardly occur with its own.
  if (between(codes, 0x80, 0xff)) return t1
  const [hasOfT1, hasOfOt1] = [between(codes, 0x1b, 0x1f), between(codes, 0x0b, 0x0f)]
  return hasOfT1 === hasOfOt1 ? null : hasOfT1 ? t1 : ot1
}
