import { createRequire } from 'node:module'
import { type Font, openSync } from 'fontkit'

const { resolve } = createRequire(import.meta.url)
const source = (family: string, name: string) => {
  const face = (weight: string) => resolve(`@expo-google-fonts/${family}/${weight}/${name}_${weight}.ttf`)
  return { normal: face('400Regular'), bold: face('600SemiBold') }
}
const dejavu = (name: string) => resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)

/** Every font of a PDF by name. Unused fonts are never opened. */
export const faces = {
  sans: source('source-sans-3', 'SourceSans3'),
  serif: source('source-serif-4', 'SourceSerif4'),
  other: { normal: dejavu('DejaVuSans'), bold: dejavu('DejaVuSans-Bold') },
}
export type Face = keyof typeof faces

/** Fonts to try in turn: the first cover Western, Greek and Cyrillic letters, the last many other scripts. */
const fallbacks = { sans: ['sans', 'other'], serif: ['serif', 'other'] } as const
export type Family = keyof typeof fallbacks

/** A stretch of text in one font. */
export interface Run {
  text: string
  font: Face
}

/** Replaces characters that no font has. */
const placeholder = '□'
/** Characters that every font has, which need no lookup. */
const commonCharacters =
  /^[\n\u0020-\u007e\u00a0-\u00ff\u0152\u0153\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u20ac]*$/
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u
const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Cuts a text into pieces, at white space where possible: normalising and segmenting take quadratic time. */
const piecesOf = (text: string): string[] => text.match(/.{1,256}(?:\s|$)|.{1,256}/gsu) ?? []

/** Sets text in the available fonts, and counts characters that none has. */
export class Typesetter {
  /** Characters shown as □ so far. */
  missingGlyphs = 0
  hasRightToLeft = false
  private readonly opened = new Map<Face, Font>()

  private has(face: Face, cluster: string): boolean {
    let font = this.opened.get(face)
    if (font === undefined) {
      const file = openSync(faces[face].normal)
      if (!('hasGlyphForCodePoint' in file)) throw new Error(`${face} is a collection of fonts.`)
      font = file
      this.opened.set(face, font)
    }
    for (const character of cluster)
      if (!font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)) return false
    return true
  }

  /**
   * Splits text into runs of one font each. Invisible characters are dropped; a character that no font has
   * becomes □.
   */
  runs(family: Family, input: string): Run[] {
    const text = drawable(input)
    if (commonCharacters.test(text)) return [{ text, font: family }]
    this.hasRightToLeft ||= rightToLeft.test(text)
    const runs: Run[] = []
    const segments = piecesOf(text).flatMap((piece) =>
      Array.from(clusters.segment(piece), ({ segment }) => segment),
    )
    for (const segment of segments) {
      const found = segment === '\n' ? family : fallbacks[family].find((face) => this.has(face, segment))
      if (found === undefined) this.missingGlyphs++
      const run: Run =
        found === undefined ? { text: placeholder, font: 'other' } : { text: segment, font: found }
      const last = runs.at(-1)
      if (last?.font === run.font) last.text += run.text
      else runs.push(run)
    }
    return runs
  }
}

/** Very long words get break opportunities. A hash stays whole, so that it can be copied. */
const overlong = /\S{65,}/gu

/** Printable text: composed letters, no control characters, break opportunities in very long words. */
function drawable(text: string): string {
  return piecesOf(text.toWellFormed())
    .map((piece) => piece.normalize('NFC'))
    .join('')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\t\v\f\u202f]/g, ' ')
    .replace(/\p{Cc}|\p{Cf}|[\u{fe00}-\u{fe0f}]/gu, (character) => (character === '\n' ? character : ''))
    .replace(overlong, (word) => word.replace(/.{8}/gu, '$&\u200b'))
}
