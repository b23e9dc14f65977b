import { type Item, sampleBy } from '../corpora/collection.ts'
import { isDated } from '../corpora/dated.ts'
import { isGathered, type KindText } from '../corpora/kind-texts.ts'
import { isCreativeKind, type WritingKind, writingKindOf, writingKinds } from '../corpora/writing-kinds.ts'
import { choosesThresholds, isMeasuring } from '../training/train.ts'
import { clopperPearson } from './statistics/roc.ts'
import { positiveCount, type VerdictFigure } from './verdicts/verdicts.ts'

/** What reports say of one of the kinds of writing that schools set. */
export interface KindFigure {
  kind: WritingKind
  /** Dated texts by people that the judging model had not learned, and those of them with a finding. */
  people: number
  flagged: number
  /** Those without a score, because they read like imaginative writing. Absent from cards up to 0.8.0. */
  unscored?: number
  /** The upper end of the 95 % interval of the share with a finding. */
  upper: number
  /** Machine texts of the kind, and those with a finding. */
  machines: number
  found: number
}

/** With fewer people nothing is promised for a kind. */
export const fewestPeople = 300

/** Texts of each kind and label that are read: of a test source, and of a left-out one. */
const most = { test: 1000, leftOut: 400 }

/**
 * Texts of known kinds that chose no threshold, from every source: people's with a provable date, and machines'.
 * Creative prose is left out, since the collection's was learned as such: gathered texts measure it.
 */
export function textsOfKinds(items: readonly Item[]): Item[] {
  const eligible = items.filter((item) => {
    const kind = kindOf(item)
    return (
      kind !== null &&
      !isCreativeKind(kind) &&
      (item.label === 'ai' || (item.label === 'human' && isDated(item))) &&
      (item.use === 'test' || (item.use === 'train' && (isMeasuring(item) || !choosesThresholds(item))))
    )
  })
  const sampleOf = (use: 'test' | 'train', count: number): Item[] =>
    sampleBy(
      eligible.filter((item) => item.use === use),
      (item) => `${item.source.name} ${item.label} ${kindOf(item)}`,
      count,
    )
  return [...sampleOf('test', most.test), ...sampleOf('train', most.leftOut)]
}

/** Machine stories of a source that no released reader has learned. */
const unlearnedMachines = 'storybench2025'
const measuredMachines = 120

/**
 * Texts by people that `lab gather` took out of repositories, only those that no reader of the model has learned,
 * and machine stories to stand beside their stories.
 */
export function gatheredTexts(texts: readonly KindText[]): Item[] {
  const people = texts.filter((text) => isGathered(text) && text.use === 'test')
  const machines = texts.filter(({ source }) => source.name === unlearnedMachines).slice(0, measuredMachines)
  return [...people, ...machines].map((text) => ({ ...text, cluster: 0, fold: 0 }))
}

/** The kind that a school sets; null for other prose, and where the source does not tell. */
export function kindOf(item: Parameters<typeof writingKindOf>[0]): WritingKind | null {
  return writingKinds.find((one) => one === writingKindOf(item)) ?? null
}

/** Adds up the findings of each kind. */
export function kindFigures(byKind: readonly VerdictFigure[]): KindFigure[] {
  return writingKinds.map((kind) => {
    const sumOf = (label: 'human' | 'ai', numberOf: (one: VerdictFigure) => number): number =>
      byKind
        .filter((figure) => figure.group === kind && figure.label === label)
        .reduce((total, one) => total + numberOf(one), 0)
    const people = sumOf('human', judged)
    const flagged = sumOf('human', positiveCount)
    return {
      kind,
      people,
      flagged,
      unscored: sumOf('human', ({ findings }) => findings['creative-writing']),
      upper: people === 0 ? 1 : Number(clopperPearson(flagged, people).high.toFixed(5)),
      machines: sumOf('ai', judged),
      found: sumOf('ai', positiveCount),
    }
  })
}

/** Texts that are long enough for a finding. */
const judged = ({ texts, findings }: VerdictFigure): number => texts - findings['insufficient-text']
