import { type Item, sampleBy } from '../../corpora/collection.ts'
import { type Detectors, measureVerdicts, type VerdictFigure } from '../verdicts/verdicts.ts'
import { degreeOf, editedTexts, isEditedHuman, originalsOf, shareChanged } from './degree-of-editing.ts'
import type { EditedLevelFigure } from './edited-level.ts'

/** How edited texts are scored, and how reliable a level of their own would be. */
export interface EditedFigures {
  /** Of the model that was measured. */
  version: string
  by_degree: VerdictFigure[]
  /** The same for all human texts changed by AI, with sources combined. */
  human_by_degree: VerdictFigure[]
  level: EditedLevelFigure[]
}

const textsPerGroup = 60

const edits: Readonly<Record<string, string>> = {
  polish: 'polished by AI',
  polish_token: 'words replaced by AI',
  polish_sentence: 'sentences polished by AI',
  'improve-human': 'improved by AI',
  'rewrite-human': 'rewritten by AI',
  rewrite: 'rewritten by AI',
  complete: 'begun by a person, completed by AI',
  humanize: 'AI text made to look human by AI',
  'human-edit': 'AI text edited by professional writers',
}

/** A description of the edit. */
const editOf = ({ source, attack }: Item): string =>
  source.name === 'apt-eval' ? 'polished by AI' : (edits[attack ?? ''] ?? 'edited')

/**
 * How edited texts are scored, by the kind of edit and the share of changed words, compared with the
 * original.
 */
export async function measureByDegree(
  items: readonly Item[],
  detectors: Detectors,
): Promise<Pick<EditedFigures, 'by_degree' | 'human_by_degree'>> {
  const originalOf = originalsOf(items)
  const groups = new Map<Item, { what: string; degree: string }>()
  for (const item of editedTexts(items)) {
    const original = originalOf(item)
    const degree =
      original === undefined
        ? 'original not among the texts'
        : degreeOf(shareChanged(original.text, item.text))
    groups.set(item, { what: `${item.source.name}: ${editOf(item)}`, degree })
  }
  const groupOf = (item: Item): string => `${groups.get(item)?.what}, ${groups.get(item)?.degree}`
  const sampled = sampleBy([...groups.keys()], groupOf, textsPerGroup)
  const byGroup = (one: VerdictFigure, other: VerdictFigure): number => (one.group < other.group ? -1 : 1)
  return {
    by_degree: (await measureVerdicts(sampled, groupOf, detectors)).toSorted(byGroup),
    human_by_degree: (
      await measureVerdicts(
        sampled.filter(isEditedHuman),
        (item) => groups.get(item)?.degree ?? null,
        detectors,
      )
    ).toSorted(byGroup),
  }
}

/** Degrees by the share that the source itself states. */
const statedDegrees: readonly (readonly [below: number, name: string])[] = [
  [0.1, 'up to 10 % changed'],
  [0.25, '10 to 25 % changed'],
  [0.5, '25 to 50 % changed'],
  [Number.POSITIVE_INFINITY, 'more than half changed'],
]

const statedDegreeOf = (changed: number): string =>
  statedDegrees.find(([below]) => changed < below)?.[1] ?? ''

/** A description of the edit, with its degree if the source states it. */
function statedEditOf({ source, attack, edit_distance, meta }: Item): string {
  const similarity = typeof meta?.similarity === 'number' ? 1 - meta.similarity : undefined
  const changed = edit_distance ?? similarity
  const what =
    source.name === 'apt-eval'
      ? 'polished by AI'
      : (attack ?? 'edited').replaceAll('-', ' ').replaceAll('_', ' ')
  return `${source.name}, ${what}${changed === undefined ? '' : `, ${statedDegreeOf(changed)}`}`
}

/** How edited texts are scored, by the kind of edit and the degree that their source states. */
export async function measureEdited(items: readonly Item[], detectors: Detectors): Promise<VerdictFigure[]> {
  const figures = await measureVerdicts(
    sampleBy(editedTexts(items), statedEditOf, textsPerGroup),
    statedEditOf,
    detectors,
  )
  return figures.toSorted((a, b) => (a.group < b.group ? -1 : 1))
}
