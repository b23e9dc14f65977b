import type { ModelCard } from '../card.ts'
import { percent } from '../targets.ts'
import { accusing, type VerdictFigure } from '../verdicts.ts'
import { table } from './table.ts'

/** What an earlier release says of the same texts: of test sources, and of sources that it did not know yet. */
export interface PreviousFigures {
  version: string
  test: VerdictFigure[]
  unseen: VerdictFigure[]
}

const share = (found: number, texts: number): string => percent(found / Math.max(1, texts), 2)

function sideBySide(before: readonly VerdictFigure[], now: readonly VerdictFigure[]): (string | number)[][] {
  return before
    .toSorted((a, b) => (`${a.label} ${a.group}` < `${b.label} ${b.group}` ? 1 : -1))
    .flatMap((old) => {
      const current = now.find(({ group, label }) => group === old.group && label === old.label)
      if (current === undefined || current.texts !== old.texts) return []
      return [
        [
          old.label === 'human' ? 'people' : 'machines',
          old.group,
          old.texts,
          share(accusing(old), old.texts),
          share(accusing(current), current.texts),
          old.label === 'human' ? '' : `${old.findings['ai-likely']} / ${current.findings['ai-likely']}`,
        ],
      ]
    })
}

/** The release before and this one on the same texts. */
export function previousRelease(previous: PreviousFigures, { version, measured }: ModelCard): string {
  return `## The release before, on the same texts

Texts with a finding, by version ${previous.version} and by ${version}. Test sources taught neither. The other sources were unknown to the older one; the newer one is represented
by models that saw nothing of their family. The last column counts texts of which all or most is said to read like AI, before and now.

${table(
  ['written by', 'source', 'texts', `finding by ${previous.version}`, `finding by ${version}`, 'all or most'],
  [...sideBySide(previous.test, measured.findings), ...sideBySide(previous.unseen, measured.verdicts.left_out)],
)}`
}
