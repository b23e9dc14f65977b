import type { Item } from '../../corpora/collection.ts'
import { sampleBy } from '../../corpora/collection.ts'
import { type Detectors, measureVerdicts, type VerdictFigure } from '../verdicts.ts'

const textsPerGroup = 200

const degrees: readonly (readonly [below: number, name: string])[] = [
  [0.1, 'up to 10 % changed'],
  [0.25, '10 to 25 % changed'],
  [0.5, '25 to 50 % changed'],
  [Number.POSITIVE_INFINITY, 'more than half changed'],
]

const degreeOf = (changed: number): string => degrees.find(([below]) => changed < below)?.[1] ?? ''

/** A description of the edit, with its degree where the source states it. */
function editOf({ source, attack, edit_distance, meta }: Item): string {
  const similarity = typeof meta?.similarity === 'number' ? 1 - meta.similarity : undefined
  const changed = edit_distance ?? similarity
  const what = source.name === 'apt-eval' ? 'polished by AI' : (attack ?? 'edited').replaceAll('-', ' ').replaceAll('_', ' ')
  return `${source.name}, ${what}${changed === undefined ? '' : `, ${degreeOf(changed)}`}`
}

const sourcesOfEdits: ReadonlySet<string> = new Set(['apt-eval', 'hppt', 'imbd', 'lamp_edits', 'mixset', 'gede'])

/**
 * How texts by a person and edited by a machine are scored, or the other way round. They are not used for training or for choosing
 * anything.
 */
export function measureEdited(items: readonly Item[], detectors: Detectors): VerdictFigure[] {
  const edited = items.filter(({ label, source, use }) => label === 'mixed' && use !== 'dropped' && sourcesOfEdits.has(source.name))
  return measureVerdicts(sampleBy(edited, editOf, textsPerGroup), editOf, detectors).toSorted((a, b) => (a.group < b.group ? -1 : 1))
}
