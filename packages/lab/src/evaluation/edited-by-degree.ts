import type { Item } from '../corpora/collection.ts'
import { sampleBy } from '../corpora/collection.ts'
import { degreeOf, originalsOf, shareChanged } from './degree-of-editing.ts'
import type { EditedLevelFigure } from './edited-level.ts'
import { type Detectors, measureVerdicts, type VerdictFigure } from './verdicts.ts'

/** How edited texts are judged, and how well a level of their own would hold. */
export interface EditedFigures {
  by_degree: VerdictFigure[]
  level: EditedLevelFigure[]
}

const textsPerGroup = 200

const sourcesOfEdits: ReadonlySet<string> = new Set(['apt-eval', 'hppt', 'imbd', 'lamp_edits', 'mixset', 'gede'])

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

/** What was done to an edited text, in words. */
export const editOf = ({ source, attack }: Item): string =>
  source.name === 'apt-eval' ? 'polished by AI' : (edits[attack ?? ''] ?? 'edited')

/** Texts that are both a person's and a machine's, of which the edit is known. They teach and choose nothing. */
export const editedTexts = (items: readonly Item[]): Item[] =>
  items.filter(({ label, source, use }) => label === 'mixed' && use !== 'dropped' && sourcesOfEdits.has(source.name))

/** How edited texts are judged, by what was done and how many of the words it changed, compared with the very text that was edited. */
export function measureByDegree(items: readonly Item[], detectors: Detectors): VerdictFigure[] {
  const originalOf = originalsOf(items)
  const groups = new Map<Item, string>()
  for (const item of editedTexts(items)) {
    const original = originalOf(item)
    const what = `${item.source.name}: ${editOf(item)}`
    groups.set(item, original === undefined ? what : `${what}, ${degreeOf(shareChanged(original.text, item.text))}`)
  }
  const groupOf = (item: Item): string => groups.get(item) ?? ''
  return measureVerdicts(sampleBy([...groups.keys()], groupOf, textsPerGroup), groupOf, detectors).toSorted((a, b) =>
    a.group < b.group ? -1 : 1,
  )
}
