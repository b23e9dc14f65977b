import { createRequire } from 'node:module'
import { type Font, openSync } from 'fontkit'

const { resolve } = createRequire(import.meta.url)
const source = (family: string, name: string) => {
  const face = (weight: string) => resolve(`@expo-google-fonts/${family}/${weight}/${name}_${weight}.ttf`)
  return { normal: face('400Regular'), bold: face('600SemiBold') }
}
const dejavu = (name: string) => resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)

/** Every face of a PDF by name. Faces that are not used are never opened. */
export const faces = {
  sans: source('source-sans-3', 'SourceSans3'),
  serif: source('source-serif-4', 'SourceSerif4'),
  other: { normal: dejavu('DejaVuSans'), bold: dejavu('DejaVuSans-Bold') },
}
export type Face = keyof typeof faces

/** Faces to try in turn: the first hold Western, Greek and Cyrillic letters, the last those of many other scripts. */
const chains = { sans: ['sans', 'other'], serif: ['serif', 'other'] } as const
export type Family = keyof typeof chains

/** A stretch of text that one face can draw. */
export interface Run {
  text: string
  font: Face
}

/** Stands for a character that no face can draw. */
const undrawable = '□'
/** Letters that every plain face has: no need to look them up. */
const plain = /^[\n\u0020-\u007e\u00a0-\u00ff\u0152\u0153\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u20ac]*$/
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u
const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Cuts a text into pieces, behind white space where there is some: composing marks and segmenting take the square of the length of what they are given. */
const piecesOf = (text: string): string[] => text.match(/.{1,256}(?:\s|$)|.{1,256}/gsu) ?? []

/** Draws text with what the faces hold, and keeps count of what they do not. */
export class Typesetter {
  /** Characters shown as □ so far. */
  undrawn = 0
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
    for (const character of cluster) if (!font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)) return false
    return true
  }

  /** Cuts text into runs of one face each. What cannot be seen anyway is left out; a character that no face holds becomes □. */
  runs(family: Family, given: string): Run[] {
    const text = drawable(given)
    if (plain.test(text)) return [{ text, font: family }]
    this.hasRightToLeft ||= rightToLeft.test(text)
    const runs: Run[] = []
    const segments = piecesOf(text).flatMap((piece) => Array.from(clusters.segment(piece), ({ segment }) => segment))
    for (const segment of segments) {
      const found = segment === '\n' ? family : chains[family].find((face) => this.has(face, segment))
      if (found === undefined) this.undrawn++
      const run: Run = found === undefined ? { text: undrawable, font: 'other' } : { text: segment, font: found }
      const last = runs.at(-1)
      if (last?.font === run.font) last.text += run.text
      else runs.push(run)
    }
    return runs
  }
}

/** Stretches without a blank that no line holds get places where it may end. A hash stays whole, so that it can be copied. */
const overlong = /\S{65,}/gu

/** The text as it can be drawn: composed letters, no controls, chances to break in very long words. */
function drawable(text: string): string {
  return piecesOf(text.toWellFormed())
    .map((piece) => piece.normalize('NFC'))
    .join('')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\t\v\f\u202f]/g, ' ')
    .replace(/\p{Cc}|\p{Cf}|[\u{fe00}-\u{fe0f}]/gu, (character) => (character === '\n' ? character : ''))
    .replace(overlong, (word) => word.replace(/.{8}/gu, '$&\u200b'))
}
