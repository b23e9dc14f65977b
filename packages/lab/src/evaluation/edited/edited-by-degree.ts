import type { Item } from '../../corpora/collection.ts'
import { sampleBy } from '../../corpora/collection.ts'
import { type Detectors, measureVerdicts, type VerdictFigure } from '../verdicts.ts'
import { degreeOf, editedTexts, isEditedHuman, originalsOf, shareChanged } from './degree-of-editing.ts'
import type { EditedLevelFigure } from './edited-level.ts'

/** How edited texts are scored, and how reliable a level of their own would be. */
export interface EditedFigures {
  by_degree: VerdictFigure[]
  /** The same for all human texts changed by AI, with sources combined. */
  human_by_degree: VerdictFigure[]
  level: EditedLevelFigure[]
}

const textsPerGroup = 200

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
const editOf = ({ source, attack }: Item): string => (source.name === 'apt-eval' ? 'polished by AI' : (edits[attack ?? ''] ?? 'edited'))

/** How edited texts are scored, by the kind of edit and the share of changed words, compared with the original. */
export function measureByDegree(items: readonly Item[], detectors: Detectors): Omit<EditedFigures, 'level'> {
  const originalOf = originalsOf(items)
  const groups = new Map<Item, { what: string; degree: string }>()
  for (const item of editedTexts(items)) {
    const original = originalOf(item)
    const degree = original === undefined ? 'original not among the texts' : degreeOf(shareChanged(original.text, item.text))
    groups.set(item, { what: `${item.source.name}: ${editOf(item)}`, degree })
  }
  const groupOf = (item: Item): string => `${groups.get(item)?.what}, ${groups.get(item)?.degree}`
  const sampled = sampleBy([...groups.keys()], groupOf, textsPerGroup)
  const byGroup = (one: VerdictFigure, other: VerdictFigure): number => (one.group < other.group ? -1 : 1)
  return {
    by_degree: measureVerdicts(sampled, groupOf, detectors).toSorted(byGroup),
    human_by_degree: measureVerdicts(sampled.filter(isEditedHuman), (item) => groups.get(item)?.degree ?? null, detectors).toSorted(
      byGroup,
    ),
  }
}
