import type { Detector } from '@penmark/detector'
import { type Item, sampleBy } from '../corpora/collection.ts'
import { isDated } from '../corpora/dated.ts'
import { isGathered, type KindText } from '../corpora/kind-texts.ts'
import { isCreativeKind, type WritingKind, writingKindOf, writingKinds } from '../corpora/writing-kinds.ts'
import { Progress } from '../progress.ts'
import { choosesThresholds, isMeasuring } from '../training/train.ts'
import { clopperPearson } from './statistics/roc.ts'
import { isPositive, positiveCount, type VerdictFigure } from './verdicts/verdicts.ts'

/** What was measured for one of the kinds of writing that schools set. */
export interface KindFigure {
  kind: WritingKind
  /** Dated texts by people that the judging model had not learned, and those of them with a finding. */
  people: number
  flagged: number
  /** The upper end of the 95 % interval of that share. */
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
 * Creative prose is measured by `measureStories`, because it has no score.
 */
export function textsOfKinds(items: readonly Item[]): Item[] {
  const eligible = items.filter(
    (item) =>
      kindOfItem(item) !== null &&
      (item.label === 'ai' || (item.label === 'human' && isDated(item))) &&
      (item.use === 'test' || (item.use === 'train' && (isMeasuring(item) || !choosesThresholds(item)))),
  )
  const sampleOf = (use: 'test' | 'train', count: number): Item[] =>
    sampleBy(
      eligible.filter((item) => item.use === use),
      (item) => `${item.source.name} ${item.label} ${kindOfItem(item)}`,
      count,
    )
  return [...sampleOf('test', most.test), ...sampleOf('train', most.leftOut)]
}

/** The kind that a school sets, unless it is creative prose. */
export function kindOfItem(item: Item): WritingKind | null {
  const kind = writingKinds.find((one) => one === writingKindOf(item))
  return kind === undefined || isCreativeKind(kind) ? null : kind
}

/** Adds up the findings on `textsOfKinds`; `extra` holds kinds that were measured apart. */
export function kindFigures(
  byKind: readonly VerdictFigure[],
  extra: readonly KindFigure[] = [],
): KindFigure[] {
  return writingKinds.map((kind) => {
    const apart = extra.find((figure) => figure.kind === kind)
    if (apart !== undefined) return apart
    const of = (label: 'human' | 'ai'): VerdictFigure[] =>
      byKind.filter((figure) => figure.group === kind && figure.label === label)
    const sum = (figures: readonly VerdictFigure[], numberOf: (one: VerdictFigure) => number): number =>
      figures.reduce((total, one) => total + numberOf(one), 0)
    const people = sum(of('human'), judged)
    const flagged = sum(of('human'), positiveCount)
    return {
      kind,
      people,
      flagged,
      upper: people === 0 ? 1 : Number(clopperPearson(flagged, people).high.toFixed(5)),
      machines: sum(of('ai'), judged),
      found: sum(of('ai'), positiveCount),
    }
  })
}

/** Texts that are long enough for a finding. */
const judged = ({ texts, findings }: VerdictFigure): number => texts - findings['insufficient-text']

/** Machine stories of a source that no released reader has learned. */
const unlearnedMachines = 'storybench2025'
const measuredMachines = 120

/**
 * What reports say of stories that no reader of the model has learned: by people, of the repositories that
 * are for measuring alone, and by machines.
 */
export async function measureStories(texts: readonly KindText[], detector: Detector): Promise<KindFigure> {
  const people = texts.filter((text) => isGathered(text) && text.use === 'test')
  const machines = texts.filter(({ source }) => source.name === unlearnedMachines).slice(0, measuredMachines)
  const progress = new Progress('read what reports say of stories', people.length + machines.length)
  let done = 0
  const findingsIn = async (list: readonly KindText[]): Promise<number> => {
    let found = 0
    for (const { text } of list) {
      if (isPositive((await detector.detect(text)).finding)) found++
      progress.at(++done)
    }
    return found
  }
  const flagged = await findingsIn(people)
  const found = await findingsIn(machines)
  progress.end()
  const upper = Number(clopperPearson(flagged, people.length).high.toFixed(5))
  return { kind: 'narrative', people: people.length, flagged, upper, machines: machines.length, found }
}
