import { studentKinds } from '../../corpora/sources.ts'
import { grouped } from '../../grouped.ts'
import { type Separation, separation } from '../figures.ts'
import type { ScoredItem } from '../scored-items.ts'
import { lengthOf, yearsOf } from './groups.ts'

/** How well machine texts of a group are separated from human texts, at any threshold. */
export interface SeparationsBy {
  /** Against human texts of the same length or kind. */
  length: Separation[]
  kind: Separation[]
  /** Against all students' texts, because a vendor, a year or an attack has no human texts of its own. */
  vendor: Separation[]
  years: Separation[]
  attack: Separation[]
}

/** Smaller sources and groups are not compared. */
const fewest = 30

const isHuman = ({ item }: ScoredItem): boolean => item.label === 'human'
const isAi = ({ item }: ScoredItem): boolean => item.label === 'ai'
const isStudent = ({ item }: ScoredItem): boolean => studentKinds.has(item.source.kind)
const compared = ({ human, ai }: Separation): boolean => human >= fewest && ai >= fewest
const byName = (one: Separation, other: Separation): number => (one.group < other.group ? -1 : 1)

function separationsOf(
  scored: readonly ScoredItem[],
  nameOf: (one: ScoredItem) => string | null,
  humans: readonly ScoredItem[] = [],
): Separation[] {
  return [...grouped(scored, nameOf)]
    .flatMap(([name, list]) => (name === null ? [] : [separation(name, [...humans, ...list])]))
    .filter(compared)
    .toSorted(byName)
}

/** Every source with both labels, with `ending` after its name. */
export function separationsBySource(scored: readonly ScoredItem[], ending: string): Separation[] {
  return separationsOf(scored, ({ item }) => `${item.source.name}${ending}`)
}

/** `all` holds left-out and test sources, `leftOut` machine texts of left-out sources. */
export function separationsBy(all: readonly ScoredItem[], leftOut: readonly ScoredItem[]): SeparationsBy {
  const students = all.filter((one) => isHuman(one) && isStudent(one))
  const machine = leftOut.filter(isAi)
  return {
    length: separationsOf(all, lengthOf),
    kind: separationsOf(all, ({ kind }) => kind?.replaceAll('-', ' ') ?? 'kind not clear'),
    vendor: separationsOf(machine, ({ item }) => item.vendor ?? null, students),
    years: separationsOf(machine, ({ item }) => yearsOf(item.model), students),
    attack: separationsOf(machine, ({ item }) => item.attack ?? 'none', students),
  }
}
