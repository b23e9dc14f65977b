/**
 * A piece of an RTF file. `control` is a word or sign after a backslash; `value` the number that follows it.
 */
export type RtfToken =
  | { kind: 'open' }
  | { kind: 'close' }
  | { kind: 'control'; word: string; value: number | null }
  | { kind: 'unicode'; code: number }
  | { kind: 'byte'; byte: number }

const backslash = 0x5c
const isLetter = (byte: number) => (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a)
const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39
/** Longer words and numbers are damage. */
const maxWordLength = 32

/** Splits an RTF file. Reads each byte once, and the bytes of embedded data not at all. */
export function* rtfTokens(bytes: Buffer): Generator<RtfToken> {
  let at = 0
  while (at < bytes.length) {
    const byte = bytes[at++] ?? 0
    if (byte === 0x7b) yield { kind: 'open' }
    else if (byte === 0x7d) yield { kind: 'close' }
    else if (byte !== backslash) {
      if (byte !== 0x0d && byte !== 0x0a && byte !== 0) yield { kind: 'byte', byte }
    } else if (isLetter(bytes[at] ?? 0)) {
      const from = at
      while (at - from < maxWordLength && isLetter(bytes[at] ?? 0)) at++
      const word = bytes.toString('latin1', from, at)
      const digits = at
      if (bytes[at] === 0x2d) at++
      while (at - digits < maxWordLength && isDigit(bytes[at] ?? 0)) at++
      const value = at > digits ? Number.parseInt(bytes.toString('latin1', digits, at), 10) : null
      if (bytes[at] === 0x20) at++
      if (word === 'bin' && value !== null && value > 0) at += value
      else if (word === 'u' && value !== null) yield { kind: 'unicode', code: value & 0xffff }
      else yield { kind: 'control', word, value: Number.isFinite(value) ? value : null }
    } else {
      const sign = bytes[at++] ?? 0
      if (sign === 0x27) {
        const code = Number.parseInt(bytes.toString('latin1', at, at + 2), 16)
        at += 2
        if (Number.isInteger(code)) yield { kind: 'byte', byte: code }
      } else if (sign === backslash || sign === 0x7b || sign === 0x7d) yield { kind: 'byte', byte: sign }
      else if (sign === 0x0a || sign === 0x0d) yield { kind: 'control', word: 'par', value: null }
      else yield { kind: 'control', word: String.fromCharCode(sign), value: null }
    }
  }
}
