import type { ModelCard } from '../card.ts'
import { groupName } from '../groups/groups.ts'
import { percent } from '../targets.ts'
import { positiveCount, type SpliceFigure, type VerdictFigure } from '../verdicts/verdicts.ts'
import { table } from './table.ts'

/**
 * An earlier release's findings on the same texts. `lab previous` measures them with the earlier detector,
 * because this one cannot read older models.
 */
export interface PreviousFigures {
  version: string
  /** Sources never used for training by any model. */
  test: VerdictFigure[]
  /** Sources unknown to the earlier release. */
  unseen: VerdictFigure[]
  /** Spliced texts of test sources; absent where they were not measured. */
  splices_test?: Pick<SpliceFigure, 'group' | 'texts' | 'found'>[]
}

interface Pair {
  group: string
  kind: 'people' | 'people, no date' | 'machines' | 'both'
  texts: number
  before: number
  now: number
}

const kindOf = ({ label, dated }: VerdictFigure): Pair['kind'] =>
  label === 'ai' ? 'machines' : dated ? 'people' : 'people, no date'
const kinds: readonly Pair['kind'][] = ['people', 'people, no date', 'machines', 'both']

function pairsOf(previous: readonly VerdictFigure[], current: readonly VerdictFigure[]): Pair[] {
  return previous.flatMap((old) => {
    const same = current.find(({ group, label }) => group === old.group && label === old.label)
    if (same === undefined || same.texts !== old.texts) return []
    return [
      {
        group: groupName(old.group),
        kind: kindOf(old),
        texts: old.texts,
        before: positiveCount(old),
        now: positiveCount(same),
      },
    ]
  })
}

/**
 * Groups of which both releases read the same texts: a group's texts depend only on the data and its size.
 */
export function comparePrevious(
  previous: PreviousFigures,
  { measured }: Pick<ModelCard, 'measured'>,
): { pairs: Pair[]; missing: number } {
  const spliced = (previous.splices_test ?? []).flatMap(({ group, texts, found }): Pair[] => {
    const same = measured.verdicts.splices_test.find((one) => one.group === group)
    return same === undefined || same.texts !== texts
      ? []
      : [{ group: `spliced, test sources: ${group}`, kind: 'both', texts, before: found, now: same.found }]
  })
  const pairs = [
    ...pairsOf(previous.test, measured.findings),
    ...pairsOf(previous.unseen, measured.verdicts.left_out),
    ...spliced,
  ]
  return {
    pairs,
    missing:
      previous.test.length + previous.unseen.length + (previous.splices_test?.length ?? 0) - pairs.length,
  }
}

const share = (found: number, texts: number): string => `${percent(found / Math.max(1, texts), 2)} (${found})`

/** The previous release and this one on the same texts. */
export function previousRelease(previous: PreviousFigures, card: ModelCard): string {
  const { pairs, missing } = comparePrevious(previous, card)
  const line = ({ kind, group, texts, before, now }: Pair): (string | number)[] => [
    kind,
    group,
    texts,
    share(before, texts),
    share(now, texts),
  ]
  const sum = (kind: Pair['kind']): Pair => {
    const here = pairs.filter((pair) => pair.kind === kind)
    const total = (key: 'texts' | 'before' | 'now'): number => here.reduce((all, pair) => all + pair[key], 0)
    return {
      kind,
      group: '**all of these**',
      texts: total('texts'),
      before: total('before'),
      now: total('now'),
    }
  }
  return `## The release before, on the same texts

Texts with a finding, by version ${previous.version} and by ${card.version}, their number in brackets. Test sources taught neither. The other sources were unknown to the older one; the
newer one is represented by models that saw nothing of their family.${missing === 0 ? '' : ` ${missing} groups are left out: the two releases read different texts of them.`}

${table(
  ['written by', 'source', 'texts', `finding by ${previous.version}`, `finding by ${card.version}`],
  kinds.flatMap((kind) => {
    const here = pairs.filter((pair) => pair.kind === kind).toSorted((a, b) => (a.group < b.group ? -1 : 1))
    if (here.length === 0) return []
    // Spliced texts are counted by length and by place, so their lines overlap.
    return kind === 'both' ? here.map(line) : [...here.map(line), line(sum(kind))]
  }),
)}`
}
