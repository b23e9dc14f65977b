import { strFromU8, unzlibSync } from 'fflate'

const streams = /stream\r?\n/g
/** How far in front of a stream its description may begin. */
const longestDescription = 600
// An escaped bracket begins no string, so each string is read once.
const shownText = /(?<!\\)\((?:[^()\\]|\\[\s\S])*\)|<([\dA-Fa-f\s]+)>/g
const positioned =
  /(?<!\\)\[((?:[^[\]\\(]|\((?:[^()\\]|\\[\s\S])*\))*)\]\s*TJ|((?<!\\)\((?:[^()\\]|\\[\s\S])*\)|<[\dA-Fa-f\s]+>)\s*(?:Tj|['"])/g
/** Letters, marks and the space of an average English word, as essays have them. */
const glyphsOfWord = 5.8

/** The streams that draw pages, unpacked; images and fonts are left out by their descriptions. */
function* contentsOf(bytes: Uint8Array, text: string): Generator<string> {
  for (const { index, 0: start } of text.matchAll(streams)) {
    const description =
      text
        .slice(Math.max(0, index - longestDescription), index)
        .split(/\bobj\b/)
        .at(-1) ?? ''
    if (/\/Subtype\s*\/Image|\/Length1\b|\/FontFile|\/Type\s*\/(?:XRef|Metadata)/.test(description)) continue
    const end = text.indexOf('endstream', index)
    if (end < 0) return
    const packed = bytes.subarray(index + start.length, end)
    if (!description.includes('/Filter')) yield strFromU8(packed, true)
    else if (/\/Filter\s{0,4}\[?\s{0,4}\/FlateDecode/.test(description)) {
      try {
        yield strFromU8(unzlibSync(packed), true)
      } catch {
        // A stream that cannot be unpacked adds nothing to the estimate.
      }
    }
  }
}

/** The bytes that a string shows. */
function bytesOf(literal: string, hex: string | undefined): number[] {
  if (hex !== undefined)
    return (hex.replaceAll(/\s/g, '').match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
  const unescaped = literal
    .slice(1, -1)
    .replaceAll(/\\(\d{1,3})|\\([\s\S])/g, (_, octal?: string, escaped?: string) =>
      octal ? String.fromCharCode(Number.parseInt(octal, 8)) : (escaped ?? ''),
    )
  return Array.from(unescaped, (letter) => letter.charCodeAt(0))
}

/** Fonts with many glyphs take two bytes for each, the first of which is then small nearly everywhere. */
const smallByte = 0x08
const mostlySmall = 0.9

function glyphsOf(shown: readonly number[][]): number {
  const bytes = shown.reduce((sum, { length }) => sum + length, 0)
  const firsts = shown.flatMap((each) => each.filter((_, position) => position % 2 === 0))
  const small = firsts.filter((byte) => byte < smallByte).length
  return small > mostlySmall * firsts.length ? bytes / 2 : bytes
}

/** About how many words a PDF draws, by its letters; null if that cannot be told here, as for a scan. */
export function wordsOfPdf(bytes: Uint8Array): number | null {
  const text = strFromU8(bytes, true)
  if (/\/Encrypt\b/.test(text)) return null
  let glyphs = 0
  for (const content of contentsOf(bytes, text)) {
    const shown = { literal: [] as number[][], hex: [] as number[][] }
    for (const [, array, single] of content.matchAll(positioned))
      for (const [literal, hex] of (array ?? single ?? '').matchAll(shownText))
        shown[hex === undefined ? 'literal' : 'hex'].push(bytesOf(literal, hex))
    glyphs += glyphsOf(shown.literal) + glyphsOf(shown.hex)
  }
  return glyphs === 0 ? null : Math.round(glyphs / glyphsOfWord)
}
