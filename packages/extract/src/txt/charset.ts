import { isUtf8 } from 'node:buffer'
import { analyse } from 'chardet'
import iconv from 'iconv-lite'

/** Bytes to sample when a charset has to be guessed. */
const sampleBytes = 65_536
/** Accepted charsets; chardet also detects ones that no essay of this century uses. */
const multiByte = new Set(['Shift_JIS', 'EUC-JP', 'EUC-KR', 'Big5', 'GB18030'])
const singleByte = [
  'windows-1252',
  'macintosh',
  'windows-1251',
  'koi8-r',
  'windows-1250',
  'windows-1253',
  'windows-1254',
]

/**
 * The encoding of a name that a document states, as browsers understand it: `iso-8859-1` is windows-1252. Throws
 * if there is none by that name. Its bytes are decoded by iconv: Node.js 20 reads quotation marks of windows-1252
 * as control characters.
 */
export const statedEncoding = (name: string): string => new TextDecoder(name).encoding

/**
 * The text of a plain text file; null when the bytes are not text. Tried in this order: byte order mark, the
 * escapes of ISO-2022-JP, strict UTF-8, UTF-16 by the position of its NULs, UTF-8 with some bytes of another
 * charset, a detected multi-byte charset, the single-byte charset that gives the likeliest words.
 */
export function decodeText(bytes: Buffer): string | null {
  if (bytes.length === 0) return ''
  return (
    byMark(bytes) ??
    byEscape(bytes) ??
    byUtf8(bytes) ??
    byNuls(bytes) ??
    byMostlyUtf8(bytes) ??
    byGuess(bytes)
  )
}

function byMark(bytes: Buffer): string | null {
  if (bytes.readUInt8(0) === 0xff && bytes[1] === 0xfe) {
    const wide = bytes.length % 4 === 0 && bytes[2] === 0 && bytes[3] === 0
    return acceptable(iconv.decode(bytes, wide ? 'utf-32le' : 'utf-16le'))
  }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return acceptable(iconv.decode(bytes, 'utf-16be'))
  if (bytes[0] === 0 && bytes[1] === 0 && bytes[2] === 0xfe && bytes[3] === 0xff)
    return acceptable(iconv.decode(bytes, 'utf-32be'))
  return null
}

/** ISO-2022-JP is ASCII between escape sequences, so it would pass as UTF-8. */
function byEscape(bytes: Buffer): string | null {
  return bytes.includes('\x1b$') ? acceptable(new TextDecoder('iso-2022-jp').decode(bytes)) : null
}

function byUtf8(bytes: Buffer): string | null {
  return isUtf8(bytes) ? acceptable(new TextDecoder().decode(bytes)) : null
}

/**
 * A character of UTF-8 that takes several bytes; in other charsets such bytes hardly ever follow each other.
 */
const longCharacter = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g
const beyondAscii = /[\x80-\xff]/

/**
 * UTF-8 into which a few bytes of Windows-1252 were pasted, or whose end was cut off. These bytes are read as
 * what they are there, and no others with them.
 */
function byMostlyUtf8(bytes: Buffer): string | null {
  const binary = bytes.toString('latin1')
  const characters = binary.match(longCharacter)?.length ?? 0
  if (characters === 0) return null
  let stray = 0
  const parts: string[] = []
  let from = 0
  for (const { 0: found, index } of binary.matchAll(longCharacter)) {
    parts.push(strayText(bytes.subarray(from, index)))
    const character = bytes.subarray(index, index + found.length)
    parts.push(isUtf8(character) ? character.toString('utf8') : strayText(character))
    from = index + found.length
  }
  parts.push(strayText(bytes.subarray(from)))
  return stray <= characters ? acceptable(parts.join('').replace(/^\ufeff/, '')) : null

  function strayText(part: Buffer): string {
    const text = part.toString('latin1')
    if (!beyondAscii.test(text)) return text
    stray += text.match(/[\x80-\xff]+/g)?.length ?? 0
    return iconv.decode(part, 'windows-1252')
  }
}

function byNuls(bytes: Buffer): string | null {
  const sample = bytes.subarray(0, sampleBytes)
  let even = 0
  let odd = 0
  sample.forEach((byte, at) => {
    if (byte !== 0) return
    if (at % 2 === 0) even++
    else odd++
  })
  const enough = sample.length / 40
  if (Math.max(even, odd) < Math.max(1, enough) || Math.min(even, odd) > Math.max(even, odd) / 20) return null
  return acceptable(iconv.decode(bytes, odd > even ? 'utf-16le' : 'utf-16be'))
}

function byGuess(bytes: Buffer): string | null {
  const sample = bytes.subarray(0, sampleBytes)
  if (sample.includes(0)) return null
  const likely = analyse(sample).find((match) => multiByte.has(match.name))
  const best = singleByte
    .map((name) => ({ name, score: plausibility(iconv.decode(sample, name)) }))
    .reduce((first, second) => (second.score > first.score ? second : first))
  const name = likely && likely.confidence >= 50 && best.score < 0.9 ? likely.name : best.name
  if (name === best.name && best.score < 0.2) return null
  return acceptable(iconv.decode(bytes, name))
}

/** Text contains almost no control or undecodable characters; anything else is another kind of file. */
function acceptable(text: string): string | null {
  const sample = text.slice(0, sampleBytes)
  const odd = sample.match(/(?!\s)\p{Cc}|\ufffd/gu)?.length ?? 0
  return odd * 100 > sample.length ? null : text
}

/**
 * How plausible the letters beyond ASCII are, 0…1 (1 when there are none): the share in positions where
 * writers use them. It distinguishes single-byte charsets, in which every byte decodes to something.
 */
export function plausibility(text: string): number {
  let seen = 0
  let good = 0
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) < 0x80) continue
    seen++
    good += plausibilityOf(
      traitsOf(text[at - 1] ?? ' '),
      traitsOf(text[at] ?? ''),
      traitsOf(text[at + 1] ?? ' '),
    )
  }
  return seen === 0 ? 1 : Math.max(0, good / seen)
}

type Traits = ReturnType<typeof readTraits>

/**
 * Kept for each character, because a text has few different ones and the same rules are tried with every
 * charset.
 */
const knownTraits = new Map<string, Traits>()

function traitsOf(char: string): Traits {
  const known = knownTraits.get(char)
  if (known !== undefined) return known
  const traits = readTraits(char)
  knownTraits.set(char, traits)
  return traits
}

const readTraits = (char: string) => ({
  isLetter: /\p{L}/u.test(char),
  isLatin: /\p{Script=Latin}/u.test(char),
  isUpper: /\p{Lu}/u.test(char),
  isLower: /\p{Ll}/u.test(char),
  isSpace: /\s/.test(char),
  isApostrophe: /[’]/.test(char),
  goesBeforeApostrophe: /[\p{L}\p{N}]/u.test(char) || /[\p{P}]/u.test(char),
  opens: /[‘“«„]/.test(char),
  goesBeforeOpening: /[\s(\p{P}]/u.test(char),
  closes: /[”»]/.test(char),
  isSign: /[–—…£€°©•§\u00a0½¼²³·®™×]/.test(char),
  isDash: /[–—]/.test(char),
  isCommon: /[àáâãäåæçèéêëìíîïñòóôõöøùúûüýÿœßАа-яёІіїєґ]/iu.test(char),
})

function plausibilityOf(before: Traits, char: Traits, after: Traits): number {
  if (char.isApostrophe) return before.goesBeforeApostrophe ? 1 : 0.3
  if (char.opens) return before.goesBeforeOpening && !after.isSpace ? 1 : -1
  if (char.closes) return !before.isSpace && !after.isLetter ? 1 : -1
  if (char.isSign) return before.isLetter && after.isLetter && !char.isDash ? -0.5 : 1
  if (!char.isLetter) return -1
  if (char.isUpper && before.isLower) return -1
  if (!before.isLetter && !after.isLetter) return 0.2
  const isMixed =
    (before.isLetter && before.isLatin !== char.isLatin) || (after.isLetter && after.isLatin !== char.isLatin)
  if (isMixed) return -1
  return char.isCommon ? 1 : 0.6
}
