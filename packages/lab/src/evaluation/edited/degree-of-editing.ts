import type { Item } from '../../corpora/collection.ts'

/** Longer texts are compared by so many words: the work grows with the square. */
const comparedWords = 600

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.slice(0, comparedWords) ?? []

/** Words of the longer text that are not part of the longest common subsequence, as a share. */
export function shareChanged(original: string, edited: string): number {
  const one = wordsOf(original)
  const other = wordsOf(edited)
  let above = new Uint16Array(other.length + 1)
  for (const word of one) {
    const here = new Uint16Array(other.length + 1)
    for (let k = 0; k < other.length; k++)
      here[k + 1] = word === other[k] ? (above[k] as number) + 1 : Math.max(above[k + 1] as number, here[k] as number)
    above = here
  }
  return 1 - (above[other.length] as number) / Math.max(1, one.length, other.length)
}

/** Degrees of editing, by the share of words changed. */
const degrees: readonly (readonly [below: number, name: string])[] = [
  [0.1, '0–10 % of the words changed'],
  [0.25, '10–25 % of the words changed'],
  [0.5, '25–50 % of the words changed'],
  [Number.POSITIVE_INFINITY, '50 % or more of the words changed'],
]

export const degreeOf = (changed: number): string => degrees.find(([below]) => changed < below)?.[1] ?? ''

/** The texts that edited ones were made from, by source and prompt. Machine texts that people edited come from the machine's. */
export function originalsOf(items: readonly Item[]): (edited: Item) => Item | undefined {
  const key = ({ source, prompt_id }: Item): string => `${source.name} ${String(prompt_id)}`
  const originals = new Map<string, Item>()
  for (const item of items) {
    const isOriginal = item.source.name === 'lamp_edits' ? item.label === 'ai' && item.attack === undefined : item.label === 'human'
    if (isOriginal && item.prompt_id !== undefined) originals.set(key(item), item)
  }
  return (edited) => originals.get(key(edited))
}

const sourcesOfEdits: ReadonlySet<string> = new Set(['apt-eval', 'hppt', 'imbd', 'lamp_edits', 'mixset', 'gede'])

/** Texts that are both a person's and a machine's, of which the edit is known. They teach and choose nothing. */
export const editedTexts = (items: readonly Item[]): Item[] =>
  items.filter(({ label, source, use }) => label === 'mixed' && use !== 'dropped' && sourcesOfEdits.has(source.name))

/** Human texts that a machine changed. Texts that it completed, and machine texts that somebody changed, are another thing. */
export const isEditedHuman = ({ attack, source }: Item): boolean =>
  source.name === 'apt-eval' ||
  ['polish', 'polish_token', 'polish_sentence', 'improve-human', 'rewrite-human', 'rewrite'].includes(attack ?? '')
