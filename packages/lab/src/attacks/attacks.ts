import { britishSpelling, synonym, typo } from './noise.ts'

/** Changes a text so that it reads almost the same and a detector may miss it. */
export type Attack = (text: string, random: () => number) => string

const twins = new Map(Array.from('aceiopsxyABCEHKMOPTXj').map((letter, i) => [letter, 'асеіорѕхуАВСЕНКМОРТХј'.charAt(i)]))
const word = /\p{L}+(?:['’]\p{L}+)?/gu

const perWord =
  (change: (word: string, random: () => number) => string): Attack =>
  (text, random) =>
    text.replace(word, (found) => change(found, random))
const matchCase = (from: string, to: string): string => (/^\p{Lu}/u.test(from) ? to.charAt(0).toUpperCase() + to.slice(1) : to)

/** At the strengths of the RAID benchmark where it has the attack. */
export const attacks: Readonly<Record<string, Attack>> = {
  'look-alike letters': (text) =>
    Array.from(text)
      .map((unit) => twins.get(unit) ?? unit)
      .join(''),
  'zero-width characters': (text) => Array.from(text).join('\u200b'),
  'soft hyphens': perWord((found) => (found.length > 5 ? `${found.slice(0, 3)}\u00ad${found.slice(3)}` : found)),
  'direction marks': perWord((found, random) => (random() < 0.3 ? `\u202a${found}\u202c` : found)),
  'extra spaces': (text, random) => text.replace(/ /g, () => (random() < 0.2 ? '  ' : ' ')),
  'upper and lower case': (text, random) =>
    Array.from(text)
      .map((unit) => (random() < 0.05 ? (unit === unit.toUpperCase() ? unit.toLowerCase() : unit.toUpperCase()) : unit))
      .join(''),
  'slips of spelling': perWord((found, random) => (random() < 0.2 ? typo(found, random) : found)),
  'lost articles': (text, random) => text.replace(/\b(?:the|an|a)\s+/gi, (found) => (random() < 0.5 ? '' : found)),
  'changed numbers': (text, random) => text.replace(/\d/g, (digit) => (random() < 0.5 ? String(Math.floor(random() * 10)) : digit)),
  'inserted paragraphs': (text, random) => text.replace(/([.!?]) /g, (found, stop: string) => (random() < 0.5 ? `${stop}\n\n` : found)),
  'British spelling': perWord((found) => matchCase(found, britishSpelling(found.toLowerCase()) ?? found)),
  'swapped synonyms': perWord((found, random) => (random() < 0.5 ? matchCase(found, synonym(found.toLowerCase()) ?? found) : found)),
  'shuffled sentences': (text, random) =>
    text
      .split('\n')
      .map((line) => {
        const parts = line.match(/[^.!?]+[.!?]*\s*/g) ?? [line]
        return parts
          .map((part) => ({ part, at: random() }))
          .sort((a, b) => a.at - b.at)
          .map(({ part }) => part.trim())
          .join(' ')
      })
      .join('\n'),
  'no dashes': (text) => text.replace(/\s*[—–]\s*/g, ', '),
}
