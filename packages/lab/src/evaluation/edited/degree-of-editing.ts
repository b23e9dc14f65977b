import type { Item } from '../../corpora/collection.ts'

/** Longer texts are compared by this many words, because the work is quadratic. */
const comparedWords = 600

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.slice(0, comparedWords) ?? []

/** Share of the longer text's words that are not in the longest common subsequence. */
export function shareChanged(original: string, edited: string): number {
  const one = wordsOf(original)
  const other = wordsOf(edited)
  let above = new Uint16Array(other.length + 1)
  for (const word of one) {
    const here = new Uint16Array(other.length + 1)
    for (let k = 0; k < other.length; k++)
      here[k + 1] =
        word === other[k] ? (above[k] as number) + 1 : Math.max(above[k + 1] as number, here[k] as number)
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

/**
 * The originals of edited texts, by source and prompt. Machine texts edited by people come from machine
 * texts.
 */
export function originalsOf(items: readonly Item[]): (edited: Item) => Item | undefined {
  const key = ({ source, prompt_id }: Item): string => `${source.name} ${String(prompt_id)}`
  const originals = new Map<string, Item>()
  for (const item of items) {
    const isOriginal =
      item.source.name === 'lamp_edits'
        ? item.label === 'ai' && item.attack === undefined
        : item.label === 'human'
    if (isOriginal && item.prompt_id !== undefined) originals.set(key(item), item)
  }
  return (edited) => originals.get(key(edited))
}

const sourcesOfEdits: ReadonlySet<string> = new Set([
  'apt-eval',
  'hppt',
  'imbd',
  'lamp_edits',
  'mixset',
  'gede',
])

/**
 * Texts by both a person and a machine whose edits are known. They are not used for training or for choosing
 * anything.
 */
export const editedTexts = (items: readonly Item[]): Item[] =>
  items.filter(
    ({ label, source, use }) => label === 'mixed' && use !== 'dropped' && sourcesOfEdits.has(source.name),
  )

/**
 * Human texts changed by a machine. Texts completed by a machine, and machine texts changed by people, are
 * not included.
 */
export const isEditedHuman = ({ attack, source }: Item): boolean =>
  source.name === 'apt-eval' ||
  ['polish', 'polish_token', 'polish_sentence', 'improve-human', 'rewrite-human', 'rewrite'].includes(
    attack ?? '',
  )
