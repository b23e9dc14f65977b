/**
 * How plausible the letters beyond ASCII are, 0…1 (1 when there are none): the share in positions where writers use them. It distinguishes
 * single-byte charsets, in which every byte decodes to something.
 */
export function plausibility(text: string): number {
  let seen = 0
  let good = 0
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) < 0x80) continue
    seen++
    good += inPlace(text[at - 1] ?? ' ', text[at] ?? '', text[at + 1] ?? ' ')
  }
  return seen === 0 ? 1 : Math.max(0, good / seen)
}

const latin = /\p{Script=Latin}/u

function inPlace(before: string, char: string, after: string): number {
  const inWord = /\p{L}/u.test(before) && /\p{L}/u.test(after)
  if (/[’]/.test(char)) return /[\p{L}\p{N}]/u.test(before) || /[\p{P}]/u.test(before) ? 1 : 0.3
  if (/[‘“«„]/.test(char)) return /[\s(\p{P}]/u.test(before) && !/\s/.test(after) ? 1 : -1
  if (/[”»]/.test(char)) return !/\s/.test(before) && !/\p{L}/u.test(after) ? 1 : -1
  if (/[–—…£€°©•§\u00a0½¼²³·®™×]/.test(char)) return inWord && !/[–—]/.test(char) ? -0.5 : 1
  if (!/\p{L}/u.test(char)) return -1
  if (/\p{Lu}/u.test(char) && /\p{Ll}/u.test(before)) return -1
  const neighbours = [before, after].filter((neighbour) => /\p{L}/u.test(neighbour))
  if (neighbours.length === 0) return 0.2
  const own = latin.test(char)
  const mixed = neighbours.some((neighbour) => latin.test(neighbour) !== own)
  if (mixed) return -1
  const common = /[àáâãäåæçèéêëìíîïñòóôõöøùúûüýÿœßАа-яёІіїєґ]/iu.test(char)
  return common ? 1 : 0.6
}
