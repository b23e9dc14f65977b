import { isUtf8 } from 'node:buffer'
import { analyse } from 'chardet'
import iconv from 'iconv-lite'
import { plausibility } from '../plausibility.ts'

/** Bytes to sample when a charset has to be guessed. */
const sampleBytes = 65_536
/** Accepted charsets; chardet also detects ones that no essay of this century uses. */
const multiByte = new Set(['Shift_JIS', 'EUC-JP', 'EUC-KR', 'Big5', 'GB18030'])
const singleByte = ['windows-1252', 'macintosh', 'windows-1251', 'koi8-r', 'windows-1250', 'windows-1253', 'windows-1254']

/**
 * The text of a plain text file; null when the bytes are not text. Tried in this order: byte order mark, the escapes of ISO-2022-JP, strict
 * UTF-8, UTF-16 by the position of its NULs, a detected multi-byte charset, the single-byte charset that gives the likeliest words.
 */
export function decodeText(bytes: Buffer): string | null {
  if (bytes.length === 0) return ''
  return byMark(bytes) ?? byEscape(bytes) ?? byUtf8(bytes) ?? byNuls(bytes) ?? byGuess(bytes)
}

function byMark(bytes: Buffer): string | null {
  if (bytes.readUInt8(0) === 0xff && bytes[1] === 0xfe) {
    const wide = bytes.length % 4 === 0 && bytes[2] === 0 && bytes[3] === 0
    return acceptable(iconv.decode(bytes, wide ? 'utf-32le' : 'utf-16le'))
  }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return acceptable(iconv.decode(bytes, 'utf-16be'))
  if (bytes[0] === 0 && bytes[1] === 0 && bytes[2] === 0xfe && bytes[3] === 0xff) return acceptable(iconv.decode(bytes, 'utf-32be'))
  return null
}

/** ISO-2022-JP is ASCII between escape sequences, so it would pass as UTF-8. */
function byEscape(bytes: Buffer): string | null {
  return bytes.includes('\x1b$') ? acceptable(new TextDecoder('iso-2022-jp').decode(bytes)) : null
}

function byUtf8(bytes: Buffer): string | null {
  return isUtf8(bytes) ? acceptable(new TextDecoder().decode(bytes)) : null
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
