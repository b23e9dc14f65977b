const combining = new Map([
  ['´', '\u0301'],
  ['¨', '\u0308'],
  ['ˆ', '\u0302'],
  ['˜', '\u0303'],
  ['ˇ', '\u030c'],
  ['˝', '\u030b'],
  ['˘', '\u0306'],
  ['˚', '\u030a'],
  ['`', '\u0300'],
])

/** Combines accents drawn as separate glyphs, as in TeX's oldest fonts, with the letter that follows. */
export function composeAccents(text: string): string {
  return text.replace(/([´¨ˆ˜ˇ˝˘˚]|(?<=\p{L})`) ?(\p{L})/gu, (drawn: string, accent: string, letter: string) => {
    const base = letter === 'ı' ? 'i' : letter === 'ȷ' ? 'j' : letter
    const composed = (base + (combining.get(accent) ?? '')).normalize('NFC')
    return composed.length === 1 ? composed : drawn
  })
}
