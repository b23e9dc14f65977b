import type { Detector } from '@penmark/detector'
import { isGathered, type KindText } from '../corpora/kind-texts.ts'
import { isCreativeKind, kindOfSource, type WritingKind, writingKinds } from '../corpora/writing-kinds.ts'
import { Progress } from '../progress.ts'
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

/** A group of one source: its name, before what tells its parts apart. */
const sourceOfGroup = (group: string): string => group.replace(/[,:].*$/, '')

const kindOfGroup = ({ group }: VerdictFigure): string | null =>
  /college-admission/.test(group)
    ? 'personal statement'
    : /TOEFL|US school/.test(group)
      ? 'argument'
      : kindOfSource(sourceOfGroup(group))

/**
 * Adds up by kind what was found in texts of test sources, and of sources whose family the judging model had
 * not learned. Collections of several kinds are left out.
 */
export function kindFigures(
  { findings, verdicts }: { findings: VerdictFigure[]; verdicts: { left_out: VerdictFigure[] } },
  extra: readonly KindFigure[] = [],
): KindFigure[] {
  const all = [...findings, ...verdicts.left_out]
  return writingKinds.map((kind) => {
    const figures = all.filter((figure) => kindOfGroup(figure) === kind)
    const people = figures.filter(({ label, dated }) => label === 'human' && dated)
    // Findings of creative prose are those of `extra`: the others were measured before it had no score.
    const machines = figures.filter(({ label }) => label === 'ai' && !isCreativeKind(kind))
    const more = extra.filter((figure) => figure.kind === kind)
    const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0)
    const n = sum([...people.map(({ texts }) => texts), ...more.map((one) => one.people)])
    const flagged = sum([...people.map(positiveCount), ...more.map((one) => one.flagged)])
    return {
      kind,
      people: n,
      flagged,
      upper: n === 0 ? 1 : Number(clopperPearson(flagged, n).high.toFixed(5)),
      machines: sum([...machines.map(({ texts }) => texts), ...more.map((one) => one.machines)]),
      found: sum([...machines.map(positiveCount), ...more.map((one) => one.found)]),
    }
  })
}

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
