import type { ModelCard } from '../card.ts'
import { fewestPeople } from '../kinds.ts'
import { clopperPearson } from '../statistics/roc.ts'
import { percent } from '../targets.ts'
import { positiveCount } from '../verdicts/verdicts.ts'
import { table } from './table.ts'

/** What is promised for each kind of writing that schools set. */
export function writtenKinds({ kinds }: ModelCard): string {
  if (kinds === undefined) return ''
  return `## By kind of writing

A rate holds for the kind of writing on which it was measured. These are all kinds that schools set, on texts that the judging model had not learned: people's texts of before November 2022, and machines'.
With fewer than ${fewestPeople} texts by people nothing is promised. Texts are judged as in a report: one that reads like imaginative writing has no score, and stays among the texts of its kind. The stories by people are of learners of English and of authors of children's books: none is by a talented pupil who writes in a first language.
Lab reports are by students of biology and other sciences. Summaries are of court cases, meetings, stories, films, papers and exam texts; translations are from Japanese, Tibetan and Latin; dictations are
turns of recorded conversations ([sources](../packages/lab/measured-kinds.md), [of personal statements](../packages/lab/personal-statements.md)).

${table(
  ['kind', 'by people', 'no score', 'with a finding', 'at most (95 %)', 'by machines', 'found'],
  kinds.map(({ kind, people, unscored, flagged, upper, machines, found }) => [
    kind,
    people,
    unscored === undefined || people === 0 ? '–' : unscored,
    people === 0 ? '–' : flagged,
    people < fewestPeople ? 'not measured: no promise' : percent(upper, 2),
    machines,
    machines === 0 ? '–' : percent(found / machines, 1),
  ]),
)}`
}

/** Groups of fewer texts have no row: one finding more would change them too much. */
const fewestOfGroup = 100

/** Findings on students' texts by grade, first language and style. */
export function writersOf({ writers }: ModelCard): string {
  if (writers === undefined) return ''
  const judged = writers
    .map((figure) => ({ ...figure, n: figure.texts - figure.findings['insufficient-text'] }))
    .filter(({ n }) => n >= fewestOfGroup)
  return `### By the writer's grade and first language, and by style

The students' texts of this table but for the gathered ones, where their source states the grade or the first language; and for each measure of style, the tenth of them that has most or least of it. Groups of fewer than
${fewestOfGroup} texts are left out. No source states a dialect or dyslexia; the tenth with the most rare and misspelt words stands in for dyslexia ([experiment](experiments/misspellings.md)).

${table(
  ['students’ texts', 'by people', 'with a finding', 'at most (95 %)'],
  judged.map((figure) => [
    figure.group,
    figure.n,
    positiveCount(figure),
    percent(clopperPearson(positiveCount(figure), figure.n).high, 2),
  ]),
)}`
}
