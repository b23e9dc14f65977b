/**
 * The characters of the font Symbol from 0x20 on (Adobe's table, with the arrows and brackets that Word
 * inserts); a space where it has none.
 */
const symbolFont =
  ' !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλµνοπθρστυϖωξψζ{|}∼ ' +
  ' '.repeat(32) +
  '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ 〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭ '

/**
 * The signs of the picture fonts that Word itself puts in place of typed ones (":)", "-->"), or that forms
 * use.
 */
const pictures = new Map([
  [0x4a, '☺'],
  [0x4b, '😐'],
  [0x4c, '☹'],
  [0xa7, '▪'],
  [0xa8, '☐'],
  [0xdf, '←'],
  [0xe0, '→'],
  [0xe8, '→'],
  [0xf3, '⇔'],
  [0xfb, '✗'],
  [0xfc, '✓'],
  [0xfd, '☒'],
  [0xfe, '☑'],
])

/** Fonts whose codes are not those of letters. */
const pictureFont = /^(?:wingdings|webdings|zapf ?dingbats|marlett|monotype sorts|mt extra|bookshelf symbol)/i
const isPrivate = (code: number) => code >= 0xf000 && code <= 0xf0ff

/**
 * The character that a font shows for a code. A picture without a counterpart reads as the space it takes.
 */
export function symbolOf(font: string, code: number): string {
  const own = isPrivate(code) ? code - 0xf000 : code
  if (pictureFont.test(font)) return pictures.get(own) ?? ' '
  if (/^symbol/i.test(font) && own < 0x100) return symbolFont[own - 0x20] ?? ' '
  if (isPrivate(code)) return own >= 0x20 && own < 0x7f ? String.fromCharCode(own) : ' '
  return code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    ? String.fromCodePoint(code)
    : ' '
}
