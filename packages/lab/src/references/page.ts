import type { FileKind } from './files.ts'
import type { FalseAlarms, ReferenceCounts } from './measure.ts'

import type { StyleName } from './styles.ts'

export interface ReferenceFigures {
  firstSeed: number
  /** For every style and kind of file. */
  essays: number
  rows: { style: StyleName; file: FileKind; isHeldOut: boolean; counts: ReferenceCounts }[]
  corpora: FalseAlarms
}

type Rows = ReferenceFigures['rows']

const share = (part: number, whole: number) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} % (${part} of ${whole})`)
const sum = (rows: Rows, of: (counts: ReferenceCounts) => number) => rows.reduce((total, { counts }) => total + of(counts), 0)

const line = (name: string, rows: Rows) =>
  `| ${[
    name,
    share(
      sum(rows, (each) => each.listsFound),
      sum(rows, (each) => each.essays),
    ),
    share(
      sum(rows, (each) => each.falselyUnlisted),
      sum(rows, (each) => each.citations),
    ),
    share(
      sum(rows, (each) => each.falselyUncited),
      sum(rows, (each) => each.entries),
    ),
  ].join(' | ')} |`

const kinds = ['unlisted-citation', 'uncited-reference', 'impossible-year', 'malformed-identifier', 'repeated-reference'] as const
const names: Record<(typeof kinds)[number], string> = {
  'unlisted-citation': 'cited but not listed',
  'uncited-reference': 'listed but not cited',
  'impossible-year': 'impossible year',
  'malformed-identifier': 'malformed ISBN or arXiv number',
  'repeated-reference': 'the same entry twice',
}

/** The page docs/evaluation/references.md. */
export function writeReferencePage({ firstSeed, essays, rows, corpora }: ReferenceFigures): string {
  const heldOut = rows.filter(({ isHeldOut }) => isHeldOut)
  const seen = rows.filter(({ isHeldOut }) => !isHeldOut)
  const groupsOf = (of: (row: Rows[number]) => string) =>
    [...new Set(rows.map(of))].map((name) =>
      line(
        name,
        rows.filter((row) => of(row) === name),
      ),
    )
  const head = ['| | list found | citations falsely called not listed | entries falsely called not cited |', '| --- | --- | --- | --- |']
  return `# How well the reference checks read references

This page is written by \`npm run lab:references\` from \`references.json\`; no measured figure on it is typed by hand.

**The essays are synthetic.** The collected texts hold no reference lists whose citations anybody has labelled; those of openstax, plos_open and
uk_dissertations hold no list at all. So a program invents the works (names with particles and hyphens, several authors, organisations and their short forms,
the same author and year twice, works without a date, French names) and writes essays that cite them in eight styles, with brackets, years, acts, films and enumerations
that are no citations. Each essay is written as a text, Word and PDF file (lists with hanging indents, long words and addresses broken at the line's end) and
read as the product reads it. Some have no heading above the list; many have errors planted. Real essays are untidier: the figures say what the
checks can do, not how often they err on real students.

Every figure is of seeds from ${firstSeed} on, ${essays} essays for every style and kind of file, which nobody looked at while the checks were written. The styles
${[...new Set(heldOut.map(({ style }) => style))].join(', ')} were not looked at either.

A list counts as found when no more than a third of its entries is missing or too much. Targets: lists found ≥ 95 %, citations falsely called not listed ≤ 2 %.

${head.join('\n')}
${line('**all**', rows)}
${line('styles that were looked at', seen)}
${line('held-out styles', heldOut)}
${groupsOf(({ style }) => style).join('\n')}
${groupsOf(({ file }) => `${file} files`).join('\n')}

Other facts that nobody planted: ${sum(rows, (each) => each.otherFalse)} in ${sum(rows, (each) => each.essays)} essays.

## Planted errors found

The checks keep silent in doubt, so they miss some.

| planted | found |
| --- | --- |
${kinds
  .map(
    (kind) =>
      `| ${names[kind]} | ${share(
        sum(rows, (each) => each.planted[kind].found),
        sum(rows, (each) => each.planted[kind].n),
      )} |`,
  )
  .join('\n')}

## Collected texts

Of ${corpora.texts} texts of ${corpora.sources} sources, ${share(corpora.withList, corpora.texts)} are said to have a reference list, and in ${share(corpora.withFacts, corpora.texts)} anything else is said.
Nobody has labelled which of them have one; answers by chatbots often do, and they are most of these. Sources with any:

| source | texts | with a list | with anything else |
| --- | --- | --- | --- |
${Object.entries(corpora.bySource)
  .map(([source, { texts, withList, withFacts }]) => `| ${source} | ${texts} | ${withList} | ${withFacts} |`)
  .join('\n')}
${['openstax', 'plos_open', 'uk_dissertations'].filter((source) => !(source in corpora.bySource)).length === 3 ? '\nIn openstax, plos_open and uk_dissertations no list was found.\n' : ''}`
}
