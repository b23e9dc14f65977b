/** Byte order marks of UTF-16, in which Excel saves "Unicode Text". */
const utf16Marks = [
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
] as const

/** What spreadsheets of one country save in. A file in one of them does not say which. */
const charsets = [
  'windows-1252',
  'windows-1250',
  'windows-1254',
  'windows-1251',
  'windows-1253',
  'macintosh',
  'koi8-r',
] as const
export type Charset = (typeof charsets)[number]

/** The text of a file if it is read in a charset. */
export interface Reading {
  charset: Charset
  text: string
}

/** The text of a file that says how its letters are stored, by a mark or by being UTF-8; null for others. */
export function decodeMarked(bytes: ArrayBuffer): string | null {
  const start = new Uint8Array(bytes.slice(0, 2))
  const utf16 = utf16Marks.find(([mark]) => mark.every((byte, index) => start[index] === byte))
  if (utf16) return new TextDecoder(utf16[1]).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

export const decodeAs = (bytes: ArrayBuffer, charset: Charset): string =>
  new TextDecoder(charset).decode(bytes)

/**
 * What a file can mean that does not say how its letters are stored, each text once. Names are too short to
 * tell è from č, so that a person has to choose where more than one remains.
 */
export function readingsOf(bytes: ArrayBuffer): Reading[] {
  const texts = new Map<string, Charset>()
  for (const charset of charsets) {
    const text = decodeAs(bytes, charset)
    if (!texts.has(text)) texts.set(text, charset)
  }
  const all = [...texts].map(([text, charset]) => ({ charset, text }))
  const plausible = all.filter(({ text }) => isPlausible(text))
  return plausible.length === 0 ? all : plausible
}

const beyondAscii = /\P{ASCII}/u
const words = /[^\s,;"'’.()-]+/g

/** Whether all words with letters beyond ASCII could be names. */
function isPlausible(text: string): boolean {
  return (text.match(words) ?? []).filter((word) => beyondAscii.test(word)).every(isName)
}

/** One script, no sign inside, no capital after a small letter, and in Latin not mostly accented letters. */
function isName(word: string): boolean {
  if (!/^[\p{L}\p{M}\d@_–]+$/u.test(word)) return false
  if (/\p{Ll}\p{Lu}/u.test(word)) return /^(Mc|Mac|De|Di|Le|La|Van|O)\p{Lu}/u.test(word)
  const letters = word.match(/\p{L}/gu) ?? []
  const latin = letters.filter((letter) => /\p{Script=Latin}/u.test(letter))
  if (latin.length === 0) return true
  const accented = latin.filter((letter) => beyondAscii.test(letter))
  return latin.length === letters.length && (letters.length <= 2 || accented.length * 2 <= letters.length)
}

const shown = 3

/** The first lines in which these readings differ. */
export function differingLines(readings: readonly Reading[]): string[][] {
  const lines = readings.map(({ text }) => text.split(/\r\n?|\n/))
  const differing = (lines[0] ?? []).flatMap((line, nth) =>
    lines.some((other) => other[nth] !== line) ? [nth] : [],
  )
  return lines.map((ofReading) => differing.slice(0, shown).map((nth) => ofReading[nth] ?? ''))
}
