import { normalised } from '../extraction/paragraph.ts'

/** Words of names and titles that say nothing about whose work it is, folded. */
const insignificant = new Set(
  (
    'a al an and au aux by da dal de del della den der des di dos du e ed eds et for from in la las le les los of on pour sur ten ter the ' +
    'to und van vol von vous y zu'
  ).split(' '),
)

/** Programs put zero-width spaces and the like between the parts of a citation. */
export const withoutInvisible = (text: string) => text.replace(/\p{Default_Ignorable_Code_Point}/gu, '')

/** Letters without their marks, in lower case. */
export function folded(text: string): string {
  return normalised(text, 'NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('Ø', 'O')
    .replaceAll('ł', 'l')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .toLowerCase()
}

/**
 * The words by which a name is recognised, folded: no particles, no possessive, apostrophes dropped. A
 * hyphenated word counts as its parts and as the whole, because a line break can remove the hyphen.
 */
export function nameWords(text: string): string[] {
  const plain = folded(text)
    .replace(/['’]s(?!\p{L})/gu, ' ')
    .replace(/['’ʼ`]/g, '')
  const found: string[] = []
  for (const [word] of plain.matchAll(/\p{L}+(?:[-‐‑]\p{L}+){0,4}/gu)) {
    const parts = word.split(/[-‐‑]/)
    if (parts.length > 1) found.push(parts.join(''))
    found.push(...parts)
  }
  return found.filter((word) => word.length > 1 && !insignificant.has(word))
}

/**
 * Short forms of an organisation: `World Health Organization` gives `who`,
 * `Organisation mondiale de la santé` gives `oms`.
 */
export function abbreviationsOf(text: string): string[] {
  const name = text.slice(0, 200)
  const capitals = Array.from(name.matchAll(/(?<![\p{L}'’])\p{Lu}/gu), ([letter]) => letter)
  const words = folded(name)
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '' && !insignificant.has(word))
  const forms = [folded(capitals.join('')), words.map((word) => word.charAt(0)).join('')]
  return forms.filter((form) => form.length > 2)
}

/**
 * Letters and digits alone, folded, to find a name across spaces and hyphens that a line break left behind.
 */
export function lettersAndDigits(text: string): string {
  return folded(text).replace(/[^\p{L}\p{N}]/gu, '')
}
